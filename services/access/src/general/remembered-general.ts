import { GeneralInput } from '@packhouse/contract/access/access-general-routes.ts';
import type { Db } from '../schema.ts';
import { selectSettings } from '../setting/settings.ts';
import { selectLogoFacts } from './general-queries.ts';

/** Where the settings stand among the others. */
export const settingName = 'general';
const none: GeneralInput = { serverName: '', baseUrl: '', logoUrl: '', footerMessage: '' };

/** Tells what was chosen, and whether a logo was put up. */
export type General = GeneralInput & { logo: string | undefined };

export async function readGeneral(db: Db): Promise<General> {
  const [settings, logo] = await Promise.all([selectSettings(db), selectLogoFacts(db)]);
  const stored = settings.find(({ name }) => name === settingName)?.value;
  return { ...none, ...GeneralInput.partial().parse(stored ?? {}), logo: logo?.digest };
}

/** The name and face of the installation, remembered in each process. */
export interface RememberedGeneral {
  read(): Promise<General>;
  /** Reads anew what was remembered. */
  refresh(): Promise<void>;
  /** The address that was chosen, as it was last read. */
  baseUrl(): string | undefined;
}

const milliseconds = 30_000;

/**
 * Remembers the settings and keeps the platform's address in step with them. Announcements of changes arrive within milliseconds; should one be
 * lost, the next reader finds what is older than half a minute out of date.
 */
export function rememberedGeneral(db: Db): RememberedGeneral {
  let known: { value: Promise<General>; until: number } | undefined;
  let baseUrl: string | undefined;
  function load(): Promise<General> {
    const value = readGeneral(db).then((general) => {
      if (known?.value === value) baseUrl = general.baseUrl === '' ? undefined : new URL(general.baseUrl).origin;
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
    baseUrl: () => baseUrl,
  };
}
