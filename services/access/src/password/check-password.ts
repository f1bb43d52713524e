import { createHmac } from 'node:crypto';
import { anonymousUser, UserName } from '@packhouse/contract/access/access-names.ts';
import { LRUCache } from 'lru-cache';
import type { Account } from '../account/accounts.ts';
import type { Context, PasswordCheck } from '../context.ts';
import { announceLocked } from './announce-locked.ts';
import { countTowardsLock, endFailures } from './lock.ts';
import { type Attempt, beginAttempt, forgive } from './throttle.ts';

/** Package managers send the password with every request; a pair that fitted is believed this long without hashing it again. */
const milliseconds = 300_000;
/** What a directory vouched for is asked again sooner: it cannot tell us that somebody left. */
const directoryMilliseconds = 60_000;

/** The name under which a user is kept, or undefined when nobody can be called so. */
export function findUserName(name: string): string | undefined {
  const parsed = UserName.safeParse(name);
  return parsed.success ? parsed.data : undefined;
}

/** Somebody may get in with the password. */
const isOpen = ({ enabled, locked }: Account) => enabled && !locked;

type Tools = Pick<Context, 'db' | 'platform' | 'accounts' | 'passwords' | 'directories' | 'settings' | 'log'>;

async function succeed(tools: Tools, attempt: Attempt, account: Account): Promise<void> {
  await forgive(tools.db, attempt);
  await endFailures(tools, account);
}

function fail(tools: Tools, attempt: Attempt, { name, account, address }: { name: string; account: Account | undefined; address: string }): void {
  if (attempt.locks) announceLocked(tools, name);
  if (account && account.name !== anonymousUser && !account.locked) countTowardsLock(tools, account, address);
}

export function passwordCheck(context: Tools): PasswordCheck {
  const key = context.platform.secrets.derive('verified passwords');
  /** HMAC of name and password → the stored hash it fitted; another stored hash means another password. */
  const fitted = new LRUCache<string, string>({ max: 10_000, ttl: milliseconds });
  /** The same for directories: HMAC → the user, and the settings of directories that held then. */
  const vouched = new LRUCache<string, { name: string; settings: string }>({ max: 10_000, ttl: directoryMilliseconds });
  const underWay = new Map<string, Promise<Account | undefined>>();

  async function compare(mark: string, name: string, password: string, address: string): Promise<Account | undefined> {
    const attempt = await beginAttempt(context.db, name, address);
    const account = await context.accounts.byName(name);
    const stored = account && isOpen(account) && account.name !== anonymousUser ? account.passwordHash : undefined;
    if (!(await context.passwords.fits(password, stored))) {
      const outside = account?.locked ? undefined : await compareOutside(mark, name, password, address, attempt);
      if (!outside) fail(context, attempt, { name, account, address });
      return outside;
    }
    await succeed(context, attempt, account!);
    fitted.set(mark, stored!);
    return account;
  }

  async function compareOutside(mark: string, name: string, password: string, address: string, attempt: Attempt): Promise<Account | undefined> {
    const settings = context.directories.settings();
    const account = await context.directories.prove(name, password, address);
    // The directory may know by this name somebody who has another one here.
    if (!account || account.locked) return undefined;
    await succeed(context, attempt, account);
    vouched.set(mark, { name: account.name, settings });
    return account;
  }

  async function vouchedBefore(mark: string): Promise<Account | undefined> {
    const before = vouched.get(mark);
    const account = before?.settings === context.directories.settings() ? await context.accounts.byName(before.name) : undefined;
    return account && isOpen(account) ? account : undefined;
  }

  return {
    async check(given, password, address) {
      const name = findUserName(given) ?? '';
      const mark = createHmac('sha256', key).update(`${name}\0${password}`).digest('base64');
      const before = fitted.get(mark);
      if (before !== undefined) {
        const account = await context.accounts.byName(name);
        if (account && isOpen(account) && account.passwordHash === before) return account;
        fitted.delete(mark);
      }
      const vouchedFor = await vouchedBefore(mark);
      if (vouchedFor) return vouchedFor;
      // Many requests with the same pair at the same moment are one attempt.
      const sharing = `${mark} ${address}`;
      const running = underWay.get(sharing) ?? compare(mark, name, password, address).finally(() => underWay.delete(sharing));
      underWay.set(sharing, running);
      return running;
    },
  };
}
