import type { ChangeTransaction } from '../audit/change.ts';
import type { LinkTable, Refusal } from './federation-schema.ts';
import { type AliasesByKind, foldAll, readKnown } from './known.ts';
import {
  deleteRow,
  type Found,
  lockRows,
  park,
  selectAwaitingGroup,
  selectByName,
  selectByUids,
  selectExisting,
  selectParked,
  setUid,
  unpark,
  writeGroup,
  writeMemberships,
  writePermission,
  writeToken,
  writeUser,
} from './materialise-queries.ts';
import { type Folded, isGranted, isRestricted } from './merge/fold.ts';
import type { FederatedKind } from './merge/register.ts';
import { type PortraitSection, protectedUsers } from './portrait-queries.ts';
import { deleteRegisters, insertAlias } from './register-queries.ts';

/** What a link allows about names that are taken here. */
export type Adoption = Pick<LinkTable, 'id' | 'mode' | 'adopt' | 'adopt_administrators'> | undefined;

/** What is brought to how the registers say it is. */
export interface Materialising {
  transaction: ChangeTransaction;
  aliases: AliasesByKind;
  link: Adoption;
  /** Writes that two uids are the same, for all members of a mesh. */
  join(kind: FederatedKind, one: string, other: string): Promise<void>;
  refused: (Refusal & { uid: string })[];
  waiting: Set<string>;
}

type Fields = Record<string, never> & { name?: string };

const getFields = (folded: Folded, register: string) => folded.values.get(register)?.value as Fields | undefined;

function getName(kind: FederatedKind, folded: Folded): string | undefined {
  const of = { user: 'profile', group: 'settings', permission: 'whole', token: 'row' }[kind];
  const fields = folded.values.get(of)?.value as { name?: string; id?: string } | undefined;
  return fields && (fields.name ?? fields.id);
}

/** Decides about somebody of this name who is here already: they are the same, or the one who comes waits. */
async function meetNamesake(work: Materialising, kind: FederatedKind, uid: string, folded: Folded, namesake: Found): Promise<boolean> {
  const { link, transaction } = work;
  const name = namesake.name;
  if (kind === 'user' && protectedUsers.includes(name)) return refuse(work, kind, uid, name, 'protected');
  if (!link?.adopt || kind === 'token') return refuse(work, kind, uid, name, 'name');
  if ((namesake.administrator || isGranted(folded, 'administrator')) && !link.adopt_administrators) return refuse(work, kind, uid, name, 'administrator');
  if (link.mode === 'mesh') await work.join(kind, uid, namesake.uid);
  else {
    await insertAlias(transaction, kind, namesake.uid, uid);
    await deleteRegisters(transaction, kind, namesake.uid);
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
  await park(work.transaction, { kind, uid, reason, name, waitsFor, link: work.link?.id });
  return false;
}

/** Makes room for the row: one row for all uids that are the same, and nobody else of that name. */
async function makeRoom(work: Materialising, kind: FederatedKind, root: string, folded: Folded, name: string): Promise<boolean> {
  const { transaction, aliases } = work;
  const [first, ...others] = await selectByUids(transaction, kind, aliases[kind].allOf(root));
  for (const other of others) await deleteRow(transaction, kind, other.id);
  if (first && first.uid !== root) await setUid(transaction, kind, first.id, root);
  const namesake = await selectByName(transaction, kind, name);
  if (!namesake || namesake.id === first?.id) return true;
  if (first) return refuse(work, kind, root, name, 'name');
  return meetNamesake(work, kind, root, folded, namesake);
}

async function writeKindOfUser(work: Materialising, uid: string, folded: Folded): Promise<void> {
  const profile = getFields(folded, 'profile')!;
  const password = getFields(folded, 'password');
  const id = await writeUser(work.transaction, uid, {
    ...(profile as unknown as Parameters<typeof writeUser>[2]),
    hash: password?.hash ?? null,
    passwordChangedAt: password?.changedAt ?? null,
    administrator: isGranted(folded, 'administrator'),
    enabled: !isRestricted(folded, 'disabled'),
  });
  const memberships = [...folded.values].filter(([name]) => name.startsWith('member/'));
  const those = (on: boolean) => memberships.filter(([, { value }]) => (value === true) === on).map(([name]) => name.slice('member/'.length));
  await writeMemberships(work.transaction, id, those(true), those(false));
}

async function writeKindOfPermission(work: Materialising, uid: string, folded: Folded): Promise<void> {
  const whole = folded.values.get('whole')!.value as unknown as { name: string; description: string; sections: readonly PortraitSection[] };
  await writePermission(work.transaction, uid, whole);
  const named = whole.sections.flatMap(({ grants }) => grants.map(({ user, group }) => user ?? group ?? ''));
  const here = await selectExisting(work.transaction, named);
  const missing = named.filter((one) => !here.has(one));
  if (missing.length > 0) await refuse(work, 'permission', uid, whole.name, 'waits', missing);
}

async function writeKindOfToken(work: Materialising, uid: string, folded: Folded): Promise<void> {
  const row = folded.values.get('row')!.value as unknown as Parameters<typeof writeToken>[2];
  const wrote = await writeToken(work.transaction, uid, { ...row, revoked: isRestricted(folded, 'revoked') });
  if (!wrote) await refuse(work, 'token', uid, row.id, 'waits', [row.user]);
}

async function materialiseOne(work: Materialising, kind: FederatedKind, uid: string, folded: Folded): Promise<void> {
  const { transaction, aliases } = work;
  if (folded.deleted) {
    for (const { id } of await selectByUids(transaction, kind, aliases[kind].allOf(uid))) await deleteRow(transaction, kind, id);
    return;
  }
  const name = getName(kind, folded);
  // Its main part has not come yet.
  if (name === undefined || !(await makeRoom(work, kind, uid, folded, name))) return;
  const root = aliases[kind].of(uid);
  if (root !== uid || (work.link?.mode === 'mesh' && aliases[kind].allOf(root).length > 1)) {
    const known = await readKnown(transaction, kind, [root], aliases);
    return writeOne(work, kind, root, foldAll(known.get(root) ?? [], aliases));
  }
  await writeOne(work, kind, root, folded);
}

async function writeOne(work: Materialising, kind: FederatedKind, uid: string, folded: Folded): Promise<void> {
  if (folded.deleted) return materialiseOne(work, kind, uid, folded);
  if (kind === 'user') await writeKindOfUser(work, uid, folded);
  else if (kind === 'permission') await writeKindOfPermission(work, uid, folded);
  else if (kind === 'token') await writeKindOfToken(work, uid, folded);
  else {
    const settings = getFields(folded, 'settings')!;
    await writeGroup(work.transaction, uid, {
      ...(settings as unknown as Parameters<typeof writeGroup>[2]),
      administrator: isGranted(folded, 'administrator'),
    });
  }
}

async function materialiseKind(work: Materialising, kind: FederatedKind, uids: Iterable<string>): Promise<string[]> {
  const { transaction, aliases } = work;
  const known = await readKnown(transaction, kind, uids, aliases);
  const roots = [...known.keys()];
  await lockRows(transaction, kind, roots);
  await unpark(
    transaction,
    kind,
    roots.flatMap((root) => aliases[kind].allOf(root)),
  );
  for (const [root, registers] of known) await materialiseOne(work, kind, root, foldAll(registers, aliases));
  return roots;
}

/** Brings everything that changed, and what waited for it, to how the registers say it is. */
export async function materialise(work: Materialising, changed: ReadonlyMap<FederatedKind, ReadonlySet<string>>): Promise<void> {
  const of = (kind: FederatedKind) => [...(changed.get(kind) ?? [])];
  const groups = await materialiseKind(work, 'group', of('group'));
  const awaiting = groups.length > 0 ? await selectAwaitingGroup(work.transaction, groups) : [];
  const users = await materialiseKind(work, 'user', new Set([...of('user'), ...awaiting]));
  const parked = groups.length + users.length > 0 ? await selectParked(work.transaction, [...groups, ...users]) : [];
  const waited = (kind: FederatedKind) => parked.filter((one) => one.kind === kind).map(({ uid }) => uid);
  await materialiseKind(work, 'permission', new Set([...of('permission'), ...waited('permission')]));
  await materialiseKind(work, 'token', new Set([...of('token'), ...waited('token')]));
}
