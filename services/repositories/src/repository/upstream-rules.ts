import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { RemoteSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';

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
  if (!changer.administrator && after.allowPrivate && !(before?.allowPrivate && sameServer)) throw new AppError(repositoryWords.private_address_refused);
  if (!changer.administrator && (after.proxy !== (before?.proxy ?? '') || after.disableProxy !== (before?.disableProxy ?? false)))
    throw new AppError(repositoryWords.proxy_choice_refused);
  if (before?.hasPassword && !before.passwordGiven && new URL(before.url).origin !== new URL(after.url).origin) {
    throw fieldRefusal('password', say(repositoryWords.stored_password_of_another_server));
  }
}
