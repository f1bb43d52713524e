import { createHash } from 'node:crypto';
import { GeneralInput, type GeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { selectSettings, upsertSetting } from '../setting/settings.ts';
import { deleteLogo, replaceLogo, selectLogo, selectLogoFacts } from './general-queries.ts';
import { logoFile } from './logo-file.ts';

const settingName = 'general';
const none: GeneralInput = { serverName: '', baseUrl: '', logoUrl: '', footerMessage: '' };

/** What was chosen, and whether a logo was put up. */
export type General = GeneralInput & { logo: string | undefined };

async function readGeneral(db: Db): Promise<General> {
  const [settings, logo] = await Promise.all([selectSettings(db), selectLogoFacts(db)]);
  const stored = settings.find(({ name }) => name === settingName)?.value;
  return { ...none, ...GeneralInput.partial().parse(stored ?? {}), logo: logo?.digest };
}

/** The name and face of the installation, remembered in each process. */
export interface RememberedGeneral {
  read(): Promise<General>;
  /** Reads anew what was remembered. */
  refresh(): Promise<void>;
}

const milliseconds = 30_000;

/**
 * Remembers the settings and keeps the platform's address in step with them. Announcements of changes arrive within milliseconds; should one be
 * lost, the next reader finds what is older than half a minute out of date.
 */
export function rememberedGeneral(db: Db, platform: Pick<Platform, 'customBaseUrl'>): RememberedGeneral {
  let known: { value: Promise<General>; until: number } | undefined;
  function load(): Promise<General> {
    const value = readGeneral(db).then((general) => {
      if (known?.value === value) platform.customBaseUrl = general.baseUrl === '' ? undefined : new URL(general.baseUrl).origin;
      return general;
    });
    const entry = { value, until: Date.now() + milliseconds };
    known = entry;
    value.catch(() => {
      if (known === entry) known = undefined;
    });
    return value;
  }
  return {
    read: () => (known && known.until > Date.now() ? known.value : load()),
    refresh: async () => void (await load()),
  };
}

/** What administrators see. */
export async function shownGeneral({ general, platform }: Context): Promise<GeneralSettings> {
  const { logo, ...chosen } = await general.read();
  const { baseUrl } = platform.config;
  return { ...chosen, hasLogo: logo !== undefined, fixedBaseUrl: baseUrl === undefined || baseUrl === platform.customBaseUrl ? null : baseUrl };
}

/** Changes the settings named. */
export async function changeGeneral(context: Context, change: Partial<GeneralInput>, by: By): Promise<GeneralSettings> {
  await inChange(context, by, async (transaction, record) => {
    const { logo: _, ...before } = await readGeneral(transaction);
    const after = { ...before, ...change };
    if (after.baseUrl !== '') after.baseUrl = new URL(after.baseUrl).origin;
    await upsertSetting(transaction, settingName, after);
    await record({ action: 'setting.changed', subject: settingName, before, after });
  });
  await context.general.refresh();
  return shownGeneral(context);
}

/** Puts a logo up. @throws AppError `invalid_input` for what is no picture, is too large or could act */
export async function putLogo(context: Context, base64: string, by: By): Promise<GeneralSettings> {
  const { mediaType, bytes } = logoFile(base64);
  const digest = createHash('sha256').update(bytes).digest('hex');
  await inChange(context, by, async (transaction, record) => {
    const before = await selectLogoFacts(transaction);
    await replaceLogo(transaction, { media_type: mediaType, digest, bytes });
    await record({ action: 'setting.changed', subject: 'logo', before: before?.digest, after: digest });
  });
  await context.general.refresh();
  return shownGeneral(context);
}

export async function takeLogo(context: Context, by: By): Promise<GeneralSettings> {
  await inChange(context, by, async (transaction, record) => {
    const before = await selectLogoFacts(transaction);
    if (await deleteLogo(transaction)) await record({ action: 'setting.changed', subject: 'logo', before: before?.digest });
  });
  await context.general.refresh();
  return shownGeneral(context);
}

export { selectLogo };
