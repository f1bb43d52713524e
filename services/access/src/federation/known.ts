import type { Db } from '../schema.ts';
import { Aliases } from './merge/aliases.ts';
import { type Folded, fold } from './merge/fold.ts';
import type { FederatedKind, Json, Register } from './merge/register.ts';
import type { PortraitSection } from './portrait-queries.ts';
import { type PlacedRegister, selectAliases, selectRegisters } from './register-queries.ts';

/** Who stands for whom, by kind. */
export type AliasesByKind = Readonly<Record<FederatedKind, Aliases>>;

export async function readAliases(db: Db): Promise<AliasesByKind> {
  const rows = await selectAliases(db);
  const of = (kind: FederatedKind) => new Aliases(rows.filter((row) => row.kind === kind));
  return { user: of('user'), group: of('group'), permission: of('permission'), token: of('token') };
}

function renameSections(value: Json, aliases: AliasesByKind): Json {
  const { sections = [], ...rest } = value as { sections?: PortraitSection[] };
  const renamed = sections.map((section) => ({
    ...section,
    grants: section.grants.map((one) => ({
      ...one,
      ...(one.user === undefined ? {} : { user: aliases.user.of(one.user) }),
      ...(one.group === undefined ? {} : { group: aliases.group.of(one.group) }),
    })),
  }));
  return JSON.parse(JSON.stringify({ ...rest, sections: renamed })) as Json;
}

/** A register in which others are named by the uid that stands for all of theirs. */
function renamed(one: Register, aliases: AliasesByKind): Register {
  if (one.register.startsWith('member/')) return { ...one, register: `member/${aliases.group.of(one.register.slice('member/'.length))}` };
  if (one.register === 'whole') return { ...one, value: renameSections(one.value, aliases) };
  if (one.register === 'row') {
    const row = one.value as { user: string };
    return { ...one, value: { ...row, user: aliases.user.of(row.user) } };
  }
  return one;
}

export const foldAll = (registers: Iterable<Register>, aliases: AliasesByKind): Folded => fold(registers, (one) => renamed(one, aliases));

/** Everything known of these, by the uid that stands for all. */
export async function readKnown(db: Db, kind: FederatedKind, uids: Iterable<string>, aliases: AliasesByKind): Promise<Map<string, PlacedRegister[]>> {
  const roots = new Set([...uids].map((uid) => aliases[kind].of(uid)));
  const known = new Map<string, PlacedRegister[]>([...roots].map((root) => [root, []]));
  const all = [...roots].flatMap((root) => aliases[kind].allOf(root));
  for (const register of await selectRegisters(db, kind, all)) known.get(aliases[kind].of(register.uid))?.push(register);
  return known;
}
