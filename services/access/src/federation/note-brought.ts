import type { ChangeTransaction } from '../audit/change.ts';
import type { AliasesByKind } from './known.ts';
import { noteCopies, selectByUids, selectCopies } from './materialise-queries.ts';
import { type FederatedKind, getDeployment, isAlias, isDeletion, mainRegisters, type Register } from './merge/register.ts';
import { selectRegisters } from './register-queries.ts';

interface Thing {
  kind: FederatedKind;
  uid: string;
}

const getKey = ({ kind, uid }: Thing) => `${kind} ${uid}`;

/** Everybody whom these are about, those among them who are said to be the same as somebody else. */
function listNamed(entries: readonly Register[]): Thing[] {
  return entries.flatMap(({ kind, uid, register }) => [{ kind, uid }, ...(isAlias(register) ? [{ kind, uid: register.slice('alias/'.length) }] : [])]);
}

/** Whether this deployment wrote somebody down before anybody else did, as far as that can still be seen. */
function isFirstOf(deployment: string, { kind, register, origin, replaced }: Register): boolean {
  const isOurs = (writer: string) => getDeployment(writer) === deployment;
  return register === mainRegisters[kind] && isOurs(origin) && (replaced === '' || isOurs(replaced.slice(replaced.indexOf(' ') + 1)));
}

/**
 * Those of a mesh who are this deployment's own, though others send them, too: they were here before any link brought them, or were written here first and lost since.
 * The end of a link, and whatever takes copies back, is not to touch them. Is asked before anything of what came is put into effect.
 */
export async function findOwn(
  transaction: ChangeTransaction,
  deployment: string,
  entries: readonly Register[],
  aliases: AliasesByKind,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const [kind, some] of Map.groupBy(listNamed(entries), (one) => one.kind)) {
    const uids = [...new Set(some.flatMap(({ uid }) => aliases[kind].allOf(uid)))];
    const brought = new Set((await selectCopies(transaction, kind, uids)).map(({ uid }) => uid));
    const here = await selectByUids(transaction, kind, uids);
    for (const { uid } of here) if (!brought.has(uid)) own.add(getKey({ kind, uid }));
    const known = new Set([...brought, ...here.map(({ uid }) => uid)]);
    const isNew = ({ uid }: Register) => !aliases[kind].allOf(uid).some((one) => known.has(one));
    for (const one of entries) if (one.kind === kind && isNew(one) && isFirstOf(deployment, one)) own.add(getKey({ kind, uid: one.uid }));
  }
  return own;
}

/** Those who were here under the names of others that came, and whom no link had brought: they stay this deployment's own. */
export async function findOwnNamesakes(transaction: ChangeTransaction, joined: readonly Thing[]): Promise<ReadonlySet<string>> {
  const own = new Set(joined.map(getKey));
  for (const [kind, some] of Map.groupBy(joined, (one) => one.kind)) {
    const copies = await selectCopies(
      transaction,
      kind,
      some.map(({ uid }) => uid),
    );
    for (const { uid } of copies) own.delete(getKey({ kind, uid }));
  }
  return own;
}

/** Those of whom more has come than a right or a membership: before that nobody can tell whose own they are. */
async function findPresent(transaction: ChangeTransaction, things: readonly Thing[], aliases: AliasesByKind): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (const [kind, some] of Map.groupBy(things, (one) => one.kind)) {
    const uids = [...new Set(some.flatMap(({ uid }) => aliases[kind].allOf(uid)))];
    for (const { uid, register } of await selectRegisters(transaction, kind, uids))
      if (register === mainRegisters[kind] || isDeletion(register)) present.add(getKey({ kind, uid: aliases[kind].of(uid) }));
  }
  return present;
}

/** Notes that a link brought these, but for those who are this deployment's own, by whichever of their uids. */
export async function noteBrought(
  transaction: ChangeTransaction,
  link: { id: string; generation: number },
  things: readonly Thing[],
  own: ReadonlySet<string>,
  aliases: AliasesByKind,
): Promise<void> {
  const isOwn = ({ kind, uid }: Thing) => aliases[kind].allOf(uid).some((one) => own.has(getKey({ kind, uid: one })));
  const roots = things.filter((one) => !isOwn(one)).map(({ kind, uid }) => ({ kind, uid: aliases[kind].of(uid) }));
  const present = await findPresent(transaction, roots, aliases);
  const brought = roots.filter((one) => present.has(getKey(one)));
  await noteCopies(transaction, link.id, link.generation, brought);
}
