import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account that PostgreSQL runs under when we are root, which PostgreSQL refuses to run as. */
export interface SystemUser {
  uid: number;
  gid: number;
}

async function find(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)));
    return { uid: uid!, gid: gid! };
  } catch {
    return undefined;
  }
}

/**
 * Undefined unless we are root; then the `postgres` account, which is made when it is missing.
 * @throws when there is none and none can be made.
 */
export async function postgresUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await find('postgres');
  if (known) return known;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch (cause) {
    // Two first starts at once: the other one may have made it.
    const made = await find('postgres');
    if (made) return made;
    throw new Error('PostgreSQL does not run as root and no account "postgres" could be made: make one, or start as an ordinary user', { cause });
  }
  return find('postgres');
}

/** Whether an account may walk down to this folder; a checkout under /root, for one, is closed to others. */
async function isReachable(folder: string, user: SystemUser): Promise<boolean> {
  for (let current = folder; ; current = dirname(current)) {
    const { mode, uid, gid } = await stat(current);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

const hasSetpriv = process.platform === 'linux' && existsSync('/usr/bin/setpriv');

/**
 * The command line that runs a program as that account.
 * - Where the account cannot walk to the folders it needs, it gets the one capability that opens them (CAP_DAC_OVERRIDE), so that
 *   nothing has to be moved or opened to everybody.
 * - Should this process be killed, the program is told to end (SIGINT), so that no server is left behind.
 */
export async function commandAs(user: SystemUser | undefined, folders: readonly string[], program: string, args: readonly string[]) {
  const reachable = user ? await Promise.all(folders.map((folder) => isReachable(folder, user))) : [];
  const isOpen = reachable.every(Boolean);
  if (!hasSetpriv) {
    if (!isOpen)
      throw new Error(`The account "postgres" cannot reach ${folders.join(' and ')}; choose a home directory that it can, or install util-linux (setpriv)`);
    return { program, args: [...args], ids: user ?? {} };
  }
  const account = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  const capabilities = isOpen ? [] : ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { program: '/usr/bin/setpriv', args: [...account, ...capabilities, '--pdeathsig=INT', '--', program, ...args], ids: {} };
}
