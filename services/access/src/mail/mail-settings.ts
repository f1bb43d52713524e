import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { MailSettings, type MailSettingsInput } from '@packhouse/contract/access/auth-mail-routes.ts';
import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { selectMailSettings, upsertMailSettings } from './mail-queries.ts';

const settingName = 'mail';

/** The settings as they are kept: the password encrypted, null when there is none. */
const StoredMail = MailSettings.omit({ hasPassword: true }).extend({ sealedPassword: z.string().nullable() });
export type StoredMail = z.output<typeof StoredMail>;

type Input = z.output<typeof MailSettingsInput>;

/** Everything that sending a mail needs, the password in the clear: for the sender only. */
export type MailServer = Omit<StoredMail, 'sealedPassword'> & { password: string };

/** Before anything is set up. */
export const noMail: StoredMail = {
  enabled: false,
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  from: '',
  fromName: 'Packhouse',
  linkBase: '',
  allowPrivate: false,
  sealedPassword: null,
};

export async function readStoredMail(db: Db): Promise<StoredMail> {
  const value = await selectMailSettings(db, settingName);
  return value === undefined ? noMail : StoredMail.parse(value);
}

/** Gives what administrators see. */
export function shownMail({ sealedPassword, ...rest }: StoredMail): MailSettings {
  return { ...rest, hasPassword: sealedPassword !== null };
}

/**
 * Gives what would be stored. A stored password only ever goes to the server and user it was entered for: otherwise whoever may change the
 * settings could have it sent to a server of their own.
 */
export function mergedMail({ password, ...settings }: Input, before: StoredMail, secrets: Secrets): StoredMail {
  if (password !== undefined) return { ...settings, sealedPassword: password === '' ? null : secrets.encrypt(password) };
  const isElsewhere = (['host', 'port', 'security', 'user'] as const).some((name) => settings[name] !== before[name]);
  if (isElsewhere && before.sealedPassword !== null) throw namedFieldRefusal('password', say(accessWords.mail_password_needed));
  return { ...settings, sealedPassword: before.sealedPassword };
}

/** Where links in mails lead: as set for mail, else the address of the platform. @throws AppError `invalid_input` where neither is known */
export function linkBaseOf({ linkBase }: { linkBase: string }, { config }: Pick<Platform, 'config'>): string {
  const base = linkBase === '' ? config.baseUrl : linkBase;
  if (base === undefined) throw namedFieldRefusal('linkBase', say(accessWords.mail_address_needed));
  return base.replace(/\/+$/, '');
}

export async function storeMail(db: Db, settings: StoredMail): Promise<void> {
  await upsertMailSettings(db, settingName, settings);
}

export function makeMailServer({ sealedPassword, ...rest }: StoredMail, secrets: Secrets): MailServer {
  return { ...rest, password: sealedPassword === null ? '' : secrets.decrypt(sealedPassword) };
}
