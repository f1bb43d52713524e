import type { Account } from '../account/accounts.ts';
import type { Context } from '../context.ts';

/** Whether a new password must be chosen first: an administrator says so, or it is older than the settings allow. */
export async function isPasswordExpired({ settings }: Pick<Context, 'settings'>, account: Account, now = Date.now()): Promise<boolean> {
  if (account.passwordExpired) return true;
  if (account.passwordHash === undefined || account.passwordChangedAt === undefined) return false;
  const { passwordExpiryDays } = await settings.read();
  return passwordExpiryDays > 0 && now - account.passwordChangedAt.getTime() > passwordExpiryDays * 86_400_000;
}
