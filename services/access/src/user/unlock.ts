import { AppError } from '@packhouse/contract/errors.ts';
import { writeAudit } from '../audit/audit.ts';
import type { By } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { forgetFailuresOf } from '../password/throttle.ts';

/** Lets a user sign in again at once, whatever failed before. */
export async function unlockUser({ accounts, db, platform }: Context, given: string, by: By): Promise<void> {
  const account = await accounts.byName(findUserName(given) ?? '');
  if (!account) throw new AppError('user_not_found');
  await db.transaction().execute(async (tx) => {
    await forgetFailuresOf(tx, account.name);
    await writeAudit(tx, { ...by, action: 'user.unlocked', subject: account.name });
    await platform.outbox.publish(tx, { type: 'access.user.unlocked', subject: `access/${account.name}`, data: { subject: account.name } });
  });
  accounts.forget(account.name);
}
