import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import type { ManagedBy } from '@packhouse/contract/access/managed-by.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Change, ChangeTransaction } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { getTrust } from './get-trust.ts';
import { isDisabledAtSource, selectManager, selectManagers, setDisabledHere } from './link-copy-queries.ts';
import { hasLinks } from './link-queries.ts';

/** Passwords that somebody chooses by a mailed link are changed by that, too. */
const ofPasswords: ReadonlySet<string> = new Set(['user.invited', 'user.invitation_accepted', 'password.changed', 'password.reset']);
const changing = new Set([...ofPasswords, 'user.changed', 'user.deleted', 'group.changed', 'group.deleted', 'permission.changed', 'permission.deleted']);

type Fields = Record<string, unknown> | undefined;

/** Which fields a change alters. */
function alteredFields(before: Fields, after: Fields): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
}

const local = new Set(['status', 'effectiveAdministrator', 'modifiedAt', 'memberCount']);
/** And this, where the password is this deployment's own. */
const withPassword = new Set([...local, 'passwordExpired']);

/**
 * What another deployment manages is changed there. One thing is always allowed here: to disable a user, which stays here, and to take that back. Where it sends no
 * passwords, those are chosen here.
 * @throws AppError with the name of who manages it
 */
export async function requireOwn(transaction: ChangeTransaction, { action, subject, before, after }: Change): Promise<void> {
  if (!changing.has(action)) return;
  const [kind = ''] = action.split('.');
  const manager = await selectManager(transaction, kind === 'password' ? 'user' : kind, subject);
  if (!manager || (!manager.passwords && ofPasswords.has(action))) return;
  const refusal = new AppError(federationWords.managed_elsewhere, { name: manager.peerName });
  if (action !== 'user.changed') throw refusal;
  const altered = alteredFields(before as Fields, after as Fields);
  if (altered.some((name) => !(manager.passwords ? local : withPassword).has(name))) throw refusal;
  if (!altered.includes('status')) return;
  const isDisabling = (after as Fields)?.status === 'disabled';
  if (!isDisabling && (await isDisabledAtSource(transaction, manager.uid))) throw new AppError(federationWords.disabled_at_source, { name: manager.peerName });
  await setDisabledHere(transaction, manager.uid, isDisabling);
}

/** Says of each of these who manages it, where that is another deployment, and where that one is reached. */
export async function withManagers<T extends { name: string }>(
  context: Context,
  kind: 'user' | 'group' | 'permission',
  items: readonly T[],
): Promise<(T & { managedBy?: ManagedBy })[]> {
  const names = items.map(({ name }) => name);
  const managers = names.length > 0 && (await hasLinks(context.db)) ? await selectManagers(context.db, kind, names) : [];
  const urls = new Map<string, string>();
  for (const peer of new Set(managers.map((one) => one.peer))) urls.set(peer, (await getTrust(context).find(peer))?.url ?? '');
  const byName = new Map(
    managers.map(({ name, peer, peerName, passwords }) => [
      name,
      { name: peerName, url: urls.get(peer)!, ...(kind === 'user' && !passwords ? { ownPassword: true } : {}) },
    ]),
  );
  return items.map((item) => {
    const managedBy = byName.get(item.name);
    return managedBy ? { ...item, managedBy } : item;
  });
}
