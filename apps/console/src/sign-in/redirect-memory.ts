import { constants } from '@packhouse/contract/constants.ts';

const key = 'packhouse.login-redirect';
const externalKey = 'packhouse.login-external';

interface Memory {
  pathAfterLogin: string;
  expiration: number;
}

const excluded = ['/logout', '/404', '/406', '/500'];
const permitted = '/login/cli-registration';
const begins = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`) || path.startsWith(`${beginning}?`);

/** Remembers where somebody was going when sign-in came between. */
export function rememberPath(path: string, now = Date.now()): void {
  const memory: Memory = { pathAfterLogin: path, expiration: now + constants.loginRedirectLifetime };
  sessionStorage.setItem(key, JSON.stringify(memory));
}

export function forgetPath(): void {
  sessionStorage.removeItem(key);
}

function isUsable(path: string, administrator: boolean): boolean {
  if (begins(path, permitted)) return true;
  if (begins(path, '/login') || begins(path, '/auth') || excluded.some((one) => begins(path, one))) return false;
  const [page = ''] = path.split('?', 1);
  return path.startsWith('/') && !path.startsWith('//') && (administrator || !page.includes('/admin/'));
}

/** Where to go after sign-in; home when nothing usable is remembered. */
export function pathAfterLogin(administrator: boolean, now = Date.now()): string {
  try {
    const memory = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Memory | null;
    if (memory && memory.expiration > now && isUsable(memory.pathAfterLogin, administrator)) return memory.pathAfterLogin;
  } catch {
    forgetPath();
  }
  return '/home';
}

/** An address outside the console that asked for the sign-in. */
export function rememberExternal(url: string): void {
  sessionStorage.setItem(externalKey, url);
}

/** The outside address, once. */
export function takeExternal(): string | undefined {
  const url = sessionStorage.getItem(externalKey) ?? undefined;
  sessionStorage.removeItem(externalKey);
  return url;
}
