import type { ChangeTransaction } from '../audit/change.ts';
import { selectAdministrators } from './administrator-queries.ts';
import type { LinkTable, Refusal } from './federation-schema.ts';
import { type AliasesByKind, foldAll, readKnown } from './known.ts';
import {
  compareBy,
  deleteRows,
  type Found,
  lockRows,
  park,
  selectAwaitingGroup,
  selectByNames,
  selectByUids,
  selectFreed,
  selectParked,
  setUid,
  unpark,
} from './materialise-queries.ts';
import { type Folded, isGranted, isRestricted } from './merge/fold.ts';
import type { FederatedKind } from './merge/register.ts';
import { protectedUsers } from './portrait-queries.ts';
import { deleteRegisters, insertAlias } from './register-queries.ts';
import { getName, type Thing, writeThings } from './write-rows.ts';

/** What a link allows about names that are taken here. */
export type Adoption = Pick<LinkTable, 'id' | 'mode' | 'adopt' | 'adopt_administrators'> | undefined;

/** What is brought to how the registers say it is. */
export interface Materialising {
  transaction: ChangeTransaction;
  aliases: AliasesByKind;
  link: Adoption;
  /** Writes that two uids are the same, for all members of a mesh. */
  join(kind: FederatedKind, one: string, other: string): Promise<void>;
  /** Writes down what was changed here until now, so that it is not lost under what comes; answers whether there was anything. */
  writeDown?(): Promise<boolean>;
  /** Those who administrate where they come from, though they do not come here as that. */
  administrators: Set<string>;
  refused: (Refusal & { uid: string })[];
  waiting: Set<string>;
}

/** Whether somebody administrates where they come from, whether or not that is let through. */
function administrates({ aliases, administrators }: Materialising, kind: FederatedKind, uid: string, folded: Folded): boolean {
  if (isGranted(folded, 'administrator')) return true;
  return !isRestricted(folded, 'administrator') && aliases[kind].allOf(uid).some((one) => administrators.has(one));
}

/** Decides about somebody of this name who is here already: they are the same, or the one who comes waits. */
async function meetNamesake(work: Materialising, kind: FederatedKind, uid: string, folded: Folded, namesake: Found): Promise<boolean> {
  const { link, transaction } = work;
  const name = namesake.name;
  if (kind === 'user' && protectedUsers.includes(name)) return refuse(work, kind, uid, name, 'protected');
  if (!link?.adopt || kind === 'token') return refuse(work, kind, uid, name, 'name');
  if ((namesake.administrator || administrates(work, kind, uid, folded)) && !link.adopt_administrators) return refuse(work, kind, uid, name, 'administrator');
  if (link.mode === 'mesh') await work.join(kind, uid, namesake.uid);
  else {
    await insertAlias(transaction, kind, namesake.uid, uid);
    await deleteRegisters(transaction, kind, [namesake.uid]);
    work.aliases[kind].join(uid, namesake.uid);
  }
  await setUid(transaction, kind, namesake.id, work.aliases[kind].of(uid));
  return true;
}

async function refuse(
  work: Materialising,
  kind: FederatedKind,
  uid: string,
  name: string,
  reason: Refusal['reason'],
  waitsFor: readonly string[] = [],
): Promise<false> {
  work.refused.push({ kind, uid, name, reason });
  work.waiting.add(uid);
  const administrator = work.aliases[kind].allOf(uid).some((one) => work.administrators.has(one));
  await park(work.transaction, { kind, uid, reason, name, waitsFor, link: work.link?.id, administrator });
  return false;
}

/** Makes room for the row: one row for all uids that are the same, and nobody else of that name. */
async function makeRoom(work: Materialising, kind: FederatedKind, root: string, folded: Folded, name: string): Promise<boolean> {
  const { transaction, aliases } = work;
  const [first, ...others] = await selectByUids(transaction, kind, aliases[kind].allOf(root));
  await deleteRows(
    transaction,
    kind,
    others.map(({ uid }) => uid),
  );
  if (first && first.uid !== root) await setUid(transaction, kind, first.id, root);
  const [namesake] = await selectByNames(transaction, kind, [name]);
  if (!namesake || namesake.id === first?.id) return true;
  if (first) return refuse(work, kind, root, name, 'name');
  return meetNamesake(work, kind, root, folded, namesake);
}

/** One that has to be decided about by itself, since its name is taken or several uids are the same. */
async function materialiseOne(work: Materialising, kind: FederatedKind, { uid, folded }: Thing): Promise<void> {
  const { transaction, aliases } = work;
  if (!(await makeRoom(work, kind, uid, folded, getName(kind, folded)!))) return;
  const root = aliases[kind].of(uid);
  if (root === uid && (work.link?.mode !== 'mesh' || aliases[kind].allOf(root).length === 1)) return writeAll(work, kind, [{ uid, folded }]);
  const known = await readKnown(transaction, kind, [root], aliases);
  const joined = foldAll(known.get(root) ?? [], aliases);
  if (joined.deleted) await deleteRows(transaction, kind, aliases[kind].allOf(root));
  else await writeAll(work, kind, [{ uid: root, folded: joined }]);
}

async function writeAll(work: Materialising, kind: FederatedKind, things: readonly Thing[]): Promise<void> {
  for (const { uid, name, waitsFor } of await writeThings(work.transaction, kind, things)) await refuse(work, kind, uid, name, 'waits', waitsFor);
}

/** Those that can be written as they are: nobody else has their names, here or among them, and no row here is one of their other uids'. */
async function findPlain({ transaction, aliases }: Materialising, kind: FederatedKind, things: readonly Thing[]): Promise<Set<Thing>> {
  const getCompared = ({ folded }: Thing) => compareBy(kind, getName(kind, folded)!);
  const byName = Map.groupBy(things, getCompared);
  const namesakes = new Map((await selectByNames(transaction, kind, [...byName.keys()])).map((one) => [compareBy(kind, one.name), one.uid]));
  const uids = things.flatMap(({ uid }) => aliases[kind].allOf(uid));
  const here = new Set((await selectByUids(transaction, kind, uids)).map(({ uid }) => uid));
  const isPlain = (thing: Thing) =>
    byName.get(getCompared(thing))!.length === 1 &&
    (namesakes.get(getCompared(thing)) ?? thing.uid) === thing.uid &&
    aliases[kind].allOf(thing.uid).every((uid) => uid === thing.uid || !here.has(uid));
  return new Set(things.filter(isPlain));
}

async function materialiseKind(work: Materialising, kind: FederatedKind, uids: Iterable<string>): Promise<string[]> {
  const { transaction, aliases } = work;
  const wanted = [...uids];
  let known = await readKnown(transaction, kind, wanted, aliases);
  const roots = [...known.keys()];
  if (roots.length === 0) return roots;
  await lockRows(transaction, kind, roots);
  // Some of these were not named by what came, but are in a group that was: what is changed of them may have been committed just now.
  if (await work.writeDown?.()) known = await readKnown(transaction, kind, wanted, aliases);
  const uidsOfAll = roots.flatMap((root) => aliases[kind].allOf(root));
  for (const uid of await unpark(transaction, kind, uidsOfAll)) work.administrators.add(uid);
  for (const uid of await selectAdministrators(transaction, kind, uidsOfAll)) work.administrators.add(uid);
  const things = [...known].map(([uid, registers]) => ({ uid, folded: foldAll(registers, aliases) }));
  // What is deleted leaves its name to others.
  const deleted = things.filter(({ folded }) => folded.deleted);
  await deleteRows(
    transaction,
    kind,
    deleted.flatMap(({ uid }) => aliases[kind].allOf(uid)),
  );
  // Of others the main part has not come yet.
  const living = things.filter(({ folded }) => !folded.deleted && getName(kind, folded) !== undefined);
  const plain = await findPlain(work, kind, living);
  await writeAll(work, kind, [...plain]);
  for (const one of living) if (!plain.has(one)) await materialiseOne(work, kind, one);
  return roots;
}

type Changed = ReadonlyMap<FederatedKind, ReadonlySet<string>>;

async function materialiseInOrder(work: Materialising, changed: Changed): Promise<void> {
  const of = (kind: FederatedKind) => [...(changed.get(kind) ?? [])];
  const groups = await materialiseKind(work, 'group', of('group'));
  const awaiting = groups.length > 0 ? await selectAwaitingGroup(work.transaction, groups) : [];
  const users = await materialiseKind(work, 'user', new Set([...of('user'), ...awaiting]));
  const parked = groups.length + users.length > 0 ? await selectParked(work.transaction, [...groups, ...users]) : [];
  const waited = (kind: FederatedKind) => parked.filter((one) => one.kind === kind).map(({ uid }) => uid);
  await materialiseKind(work, 'permission', new Set([...of('permission'), ...waited('permission')]));
  await materialiseKind(work, 'token', new Set([...of('token'), ...waited('token')]));
}

/** Makes those whose names were taken until now; answers how many. */
export async function materialiseFreed({ transaction, aliases, writeDown }: Pick<Materialising, 'transaction' | 'aliases' | 'writeDown'>): Promise<number> {
  const freed = await selectFreed(transaction);
  if (freed.length === 0) return 0;
  const changed = new Map([...Map.groupBy(freed, ({ kind }) => kind)].map(([kind, some]) => [kind, new Set(some.map(({ uid }) => uid))]));
  const own = { link: undefined, join: async () => {}, administrators: new Set<string>(), refused: [], waiting: new Set<string>() };
  await materialiseInOrder({ transaction, aliases, ...(writeDown ? { writeDown } : {}), ...own }, changed);
  return freed.length;
}

/** Brings everything that changed, and what waited for it, to how the registers say it is. */
export async function materialise(work: Materialising, changed: Changed): Promise<void> {
  await materialiseInOrder(work, changed);
  await materialiseFreed(work);
}
