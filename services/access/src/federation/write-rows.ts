import type { ChangeTransaction } from '../audit/change.ts';
import { selectExisting } from './materialise-queries.ts';
import { type Folded, isGranted, isRestricted } from './merge/fold.ts';
import { type FederatedKind, type Json, mainRegisters } from './merge/register.ts';
import {
  type GroupValues,
  type Membership,
  type PermissionValues,
  type TokenValues,
  type UserValues,
  writeGroups,
  writeMemberships,
  writePermissions,
  writeTokens,
  writeUsers,
} from './write-rows-queries.ts';

/** A user, group, permission or token, with what its registers say together. */
export interface Thing {
  uid: string;
  folded: Folded;
}

/** Something that could not be written whole, and the uids that it waits for. */
export interface Waiting {
  uid: string;
  name: string;
  waitsFor: readonly string[];
}

type Fields = Readonly<Record<string, Json>>;

const getFields = ({ folded }: Thing, register: string) => folded.values.get(register)?.value as Fields | undefined;

/** The name that the registers give; nothing while the main one has not come. */
export function getName(kind: FederatedKind, folded: Folded): string | undefined {
  const fields = folded.values.get(mainRegisters[kind])?.value as { name?: string; id?: string } | undefined;
  return fields && (fields.name ?? fields.id);
}

/** Of what other versions do not say. */
const unsaid = {
  user: { email: '', realm: 'internal', profileUpdatable: true, consoleAccess: true, passwordEnabled: true, passwordExpired: false, duties: [] },
  group: { description: '', realm: 'internal', realmAttributes: '', externalId: '', autoJoin: false, duties: [] },
  permission: { description: '', sections: [] },
  token: { audience: '', description: '', expiresAt: null, referenceHash: null },
};

function toUser(thing: Thing): UserValues {
  const password = getFields(thing, 'password');
  return {
    ...unsaid.user,
    createdAt: new Date().toISOString(),
    ...(getFields(thing, 'profile') as unknown as Pick<UserValues, 'name'>),
    uid: thing.uid,
    hasPassword: password !== undefined,
    hash: (password?.hash ?? null) as string | null,
    passwordChangedAt: (password?.changedAt ?? null) as string | null,
    administrator: isGranted(thing.folded, 'administrator'),
    enabled: !isRestricted(thing.folded, 'disabled'),
  };
}

async function writeUserThings(transaction: ChangeTransaction, things: readonly Thing[]): Promise<Waiting[]> {
  const ids = await writeUsers(transaction, things.map(toUser));
  const memberships = things.flatMap(({ uid, folded }): Membership[] =>
    [...folded.values]
      .filter(([register]) => register.startsWith('member/'))
      .map(([register, { value }]) => ({ user: ids.get(uid)!, group: register.slice('member/'.length), on: value === true })),
  );
  await writeMemberships(transaction, memberships);
  return [];
}

async function writeGroupThings(transaction: ChangeTransaction, things: readonly Thing[]): Promise<Waiting[]> {
  const toGroup = (thing: Thing): GroupValues => ({
    ...unsaid.group,
    ...(getFields(thing, 'settings') as unknown as Pick<GroupValues, 'name'>),
    uid: thing.uid,
    administrator: isGranted(thing.folded, 'administrator'),
  });
  await writeGroups(transaction, things.map(toGroup));
  return [];
}

async function writePermissionThings(transaction: ChangeTransaction, things: readonly Thing[]): Promise<Waiting[]> {
  const permissions = things.map((thing) => ({
    ...unsaid.permission,
    ...(getFields(thing, 'whole') as unknown as Pick<PermissionValues, 'name'> & Partial<PermissionValues>),
    uid: thing.uid,
  }));
  await writePermissions(transaction, permissions);
  const getNamed = ({ sections }: PermissionValues) => sections.flatMap(({ grants }) => grants.map(({ user, group }) => user ?? group ?? ''));
  const here = await selectExisting(transaction, [...new Set(permissions.flatMap(getNamed))]);
  return permissions
    .map((one) => ({ uid: one.uid, name: one.name, waitsFor: getNamed(one).filter((uid) => !here.has(uid)) }))
    .filter(({ waitsFor }) => waitsFor.length > 0);
}

async function writeTokenThings(transaction: ChangeTransaction, things: readonly Thing[]): Promise<Waiting[]> {
  const tokens = things.map((thing) => ({
    ...unsaid.token,
    ...(getFields(thing, 'row') as unknown as Omit<TokenValues, keyof typeof unsaid.token>),
    uid: thing.uid,
    revoked: isRestricted(thing.folded, 'revoked'),
  }));
  const written = await writeTokens(transaction, tokens);
  return tokens.filter(({ uid }) => !written.has(uid)).map(({ uid, id, user }) => ({ uid, name: id, waitsFor: [user] }));
}

/** Writes rows as the registers say, all of a kind at once. Answers what is to be looked at again when others have come. */
export function writeThings(transaction: ChangeTransaction, kind: FederatedKind, things: readonly Thing[]): Promise<Waiting[]> {
  const write = { user: writeUserThings, group: writeGroupThings, permission: writePermissionThings, token: writeTokenThings }[kind];
  return write(transaction, things);
}
