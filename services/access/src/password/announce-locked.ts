import type { Context } from '../context.ts';

type Tools = Pick<Context, 'db' | 'platform' | 'accounts' | 'log'>;

async function publishLocked({ db, platform, accounts }: Tools, name: string): Promise<void> {
  const account = await accounts.byName(name);
  if (!account) return;
  const event = { type: 'access.user.locked', subject: `access/${account.name}`, data: { subject: account.name } };
  await db.transaction().execute((transaction) => platform.outbox.publish(transaction, event));
}

/**
 * Tells that a user must wait before the next attempt to sign in; of names that nobody has, nothing is told. Nobody waits for it: how long the answer takes
 * would tell strangers which names there are.
 */
export function announceLocked(tools: Tools, name: string): void {
  publishLocked(tools, name).catch((error: unknown) => tools.log.warn({ err: error, user: name }, 'nobody could be told that a user is locked'));
}
