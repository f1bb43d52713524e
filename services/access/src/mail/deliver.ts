import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { type Message, sendMail } from './mail-sender.ts';
import { linkBaseOf, makeMailServer, readStoredMail } from './mail-settings.ts';

/** Whether the platform sends mail. */
export async function isMailOn(db: Db): Promise<boolean> {
  return (await readStoredMail(db)).enabled;
}

/** @throws AppError `switched_off` while mail is off */
export async function requireMail(db: Db): Promise<void> {
  if (!(await isMailOn(db))) throw new AppError(accessWords.mail_switched_off);
}

/** Sends one mail as the settings say. `write` gets the address under which people reach the console, without a slash at its end. */
export async function deliver({ db, platform }: Context, to: string, write: (consoleUrl: string) => Omit<Message, 'to'>): Promise<void> {
  await requireMail(db);
  const server = makeMailServer(await readStoredMail(db), platform.secrets);
  await sendMail(platform.outgoing, server, { to, ...write(`${linkBaseOf(server, platform)}/ui`) });
}
