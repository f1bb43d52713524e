import { AppError } from '@packhouse/contract/errors.ts';
import type { RemoteSettings } from '@packhouse/contract/repositories/repository-settings.ts';

type Upstream = Pick<RemoteSettings, 'url' | 'proxy' | 'disableProxy' | 'allowPrivate'>;

/**
 * Who manages a repository need not be trusted with the network it stands in: only administrators choose private addresses and proxies,
 * and nobody has a stored password sent to another server than the one it was given for.
 * @throws AppError `forbidden`, `invalid_input`
 */
export function requireTrustedUpstream(
  changer: { administrator: boolean },
  after: Upstream,
  before?: Upstream & { hasPassword: boolean; passwordGiven: boolean },
): void {
  const sameServer = before?.url === after.url && before.proxy === after.proxy && before.disableProxy === after.disableProxy;
  if (!changer.administrator && after.allowPrivate && !(before?.allowPrivate && sameServer))
    throw new AppError('forbidden', { message: 'Only administrators can let a repository contact private addresses' });
  if (!changer.administrator && (after.proxy !== (before?.proxy ?? '') || after.disableProxy !== (before?.disableProxy ?? false)))
    throw new AppError('forbidden', { message: 'Only administrators can choose the proxy of a repository' });
  if (before?.hasPassword && !before.passwordGiven && new URL(before.url).origin !== new URL(after.url).origin) {
    const message = 'The stored password belongs to another server; enter the one for this server, or remove it';
    throw new AppError('invalid_input', { message, detail: [{ path: 'password', message }] });
  }
}
