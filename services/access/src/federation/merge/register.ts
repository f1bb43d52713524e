/** What travels between deployments. */
export type FederatedKind = 'user' | 'group' | 'permission' | 'token';

export type Json = null | boolean | number | string | Json[] | { readonly [name: string]: Json };

/** Has the name, and is there as long as what it is of. */
export const mainRegisters: Readonly<Record<FederatedKind, string>> = { user: 'profile', group: 'settings', permission: 'whole', token: 'row' };

/** One thing that is known about one user, group, permission or token, as its origin wrote it. */
export interface Register {
  kind: FederatedKind;
  uid: string;
  /**
   * `deleted`; `alias/<uid>`: that one is the same; `mark/<what>/<id>`: a restriction, which holds until it is lifted; everything else holds its newest value.
   */
  register: string;
  value: Json;
  stamp: string;
  /** The deployment and its incarnation, `<id>.<incarnation>`. */
  origin: string;
  /** Counts what its origin wrote, so that others can tell when it was restored from a backup. */
  number: number;
  /** The version that its writer had before; empty when there was none. */
  replaced: string;
}

/** Orders all registers of one name: by time, then by origin. */
export const getVersion = ({ stamp, origin }: Pick<Register, 'stamp' | 'origin'>) => `${stamp} ${origin}`;

export const getKey = ({ kind, uid, register }: Pick<Register, 'kind' | 'uid' | 'register'>) => `${kind} ${uid} ${register}`;

export const getDeployment = (origin: string) => origin.slice(0, origin.lastIndexOf('.'));

export const isMark = (register: string) => register.startsWith('mark/');
export const isDeletion = (register: string) => register === 'deleted';
export const isAlias = (register: string) => register.startsWith('alias/');

/** The same text for the same value, however its fields are ordered. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** What can differ between two who mean the same: when a user was created is nobody's choice, and of two that are one each had a day of its own. */
export function getChosen(register: string, value: Json): Json {
  if (register !== mainRegisters.user || value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { createdAt: _, ...chosen } = value as Record<string, Json>;
  return chosen;
}

/** These bytes are signed by the origin. */
export function getSignedBytes({ kind, uid, register, value, stamp, origin, number, replaced }: Register): Uint8Array {
  return new TextEncoder().encode(canonical(['packhouse federation 1', kind, uid, register, value, stamp, origin, number, replaced]));
}
