import type { Account } from '../account/accounts.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { countFailureInRow, endRow } from './lock-queries.ts';

type Tools = Pick<Context, 'db' | 'platform' | 'accounts' | 'settings' | 'log'>;

async function countFailure({ db, platform, accounts, settings }: Tools, { id, name }: Account, address: string): Promise<void> {
  const { lockAfterFailures } = await settings.read();
  if (lockAfterFailures === 0) return;
  const begins = await db.transaction().execute(async (transaction) => {
    if (!(await countFailureInRow(transaction, id, lockAfterFailures))) return false;
    await writeAudit(transaction, { actor: 'system', address, action: 'user.locked', subject: name, after: { failures: lockAfterFailures } });
    await platform.outbox.publish(transaction, { type: 'access.user.locked', subject: `access/${name}`, data: { subject: name } });
    return true;
  });
  if (begins) accounts.forget(name);
}

/** Counts a wrong password of a user, whom the settings may lock for it. Nobody waits for it: how long the answer takes would tell strangers which names there are. */
export function countTowardsLock(tools: Tools, account: Account, address: string): void {
  countFailure(tools, account, address).catch((error: unknown) => tools.log.warn({ err: error, user: account.name }, 'a wrong password could not be counted'));
}

/** The password was right: failures before it count no more. */
export async function endFailures({ db, settings }: Tools, { id }: Account): Promise<void> {
  if ((await settings.read()).lockAfterFailures > 0) await endRow(db, id);
}
