import { createHash } from 'node:crypto';
import type { GeneralInput, GeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import type { InstallationFace } from '@packhouse/peers/installation.ts';
import { type By, type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { upsertSetting } from '../setting/settings.ts';
import { deleteLogo, replaceLogo, selectLogo, selectLogoFacts } from './general-queries.ts';
import { logoFile } from './logo-file.ts';
import { readGeneral, settingName } from './remembered-general.ts';

/** Gives what everybody sees. */
export async function readFace({ general }: Context): Promise<InstallationFace> {
  const { serverName, logoUrl, footerMessage, logo } = await general.read();
  return { serverName, logoUrl, footerMessage, hasLogo: logo !== undefined };
}

/** Gives what administrators see. */
export async function shownGeneral({ general, platform }: Context): Promise<GeneralSettings> {
  const { logo, ...chosen } = await general.read();
  const { baseUrl } = platform.config;
  return { ...chosen, hasLogo: logo !== undefined, fixedBaseUrl: baseUrl === undefined || baseUrl === platform.customBaseUrl ? null : baseUrl };
}

/** Changes the settings named, as a part of a change. */
export async function changeGeneralIn(transaction: ChangeTransaction, record: (change: Change) => Promise<void>, change: Partial<GeneralInput>): Promise<void> {
  const { logo: _, ...before } = await readGeneral(transaction);
  const after = { ...before, ...change };
  if (after.baseUrl !== '') after.baseUrl = new URL(after.baseUrl).origin;
  await upsertSetting(transaction, settingName, after);
  await record({ action: 'setting.changed', subject: settingName, before, after });
}

/** Changes the settings named. */
export async function changeGeneral(context: Context, change: Partial<GeneralInput>, by: By): Promise<GeneralSettings> {
  await inChange(context, by, (transaction, record) => changeGeneralIn(transaction, record, change));
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
