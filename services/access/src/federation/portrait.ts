import type { Db } from '../schema.ts';
import { type Folded, grant, restrict, type Wish } from './merge/fold.ts';
import { canonical, type FederatedKind, getChosen, type Json } from './merge/register.ts';
import {
  type GroupPortrait,
  type PermissionPortrait,
  type PortraitGrant,
  type PortraitSection,
  selectGroupPortraits,
  selectPermissionPortraits,
  selectTokenPortraits,
  selectUserPortraits,
  type TokenPortrait,
  type UserPortrait,
} from './portrait-queries.ts';

/** How a user, group, permission or token is here, in the words of registers. */
export interface Portrait {
  uid: string;
  name: string;
  /** Milliseconds of its last change; nothing where that is not kept. */
  changedAt: number;
  values: Readonly<Record<string, Json>>;
  administrator?: boolean;
  /** Disabled, or revoked. Absent where that is nobody's business but ours. */
  restricted?: { what: 'disabled' | 'revoked'; on: boolean };
}

function portrayUser(row: UserPortrait): Portrait {
  const { uid, name, email, realm, groups } = row;
  return {
    uid,
    name,
    changedAt: Date.parse(row.modified_at),
    values: {
      profile: {
        name,
        email,
        realm,
        profileUpdatable: row.profile_updatable,
        consoleAccess: row.console_access,
        passwordEnabled: row.password_enabled,
        passwordExpired: row.password_expired,
        duties: row.kept_rights,
        createdAt: row.created_at,
      },
      password: { hash: row.password_hash, changedAt: row.password_changed_at },
      ...Object.fromEntries(groups.map((group) => [`member/${group}`, true])),
    },
    administrator: row.administrator,
    ...(row.disabled_here ? {} : { restricted: { what: 'disabled' as const, on: !row.enabled } }),
  };
}

function portrayGroup({ uid, name, description, realm, ...row }: GroupPortrait): Portrait {
  return {
    uid,
    name,
    changedAt: Date.parse(row.modified_at),
    values: {
      settings: {
        name,
        description,
        realm,
        realmAttributes: row.realm_attributes,
        externalId: row.external_id,
        autoJoin: row.auto_join,
        duties: row.kept_rights,
      },
    },
    administrator: row.administrator,
  };
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;

function portrayPermission({ uid, name, description, sections, modified_at }: PermissionPortrait): Portrait {
  return { uid, name, changedAt: Date.parse(modified_at), values: { whole: plain({ name, description, sections }) } };
}

function portrayToken({ uid, id, revoked, ...row }: TokenPortrait): Portrait {
  // What is revoked has lost its reference; the row itself stays as it was sent.
  const values: Record<string, Json> = revoked
    ? {}
    : {
        row: {
          id,
          user: row.user,
          subject: row.subject,
          scope: row.scope,
          audience: row.audience,
          description: row.description,
          issuedAt: row.issued_at,
          expiresAt: row.expires_at,
          referenceHash: row.reference_hash,
        },
      };
  return { uid, name: id, changedAt: Date.parse(row.issued_at), values, restricted: { what: 'revoked', on: revoked } };
}

/** How these are here; who is missing does not exist, or never travels. */
export async function readPortraits(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<Map<string, Portrait>> {
  const read = {
    user: async () => (await selectUserPortraits(db, uids)).map(portrayUser),
    group: async () => (await selectGroupPortraits(db, uids)).map(portrayGroup),
    permission: async () => (await selectPermissionPortraits(db, uids)).map(portrayPermission),
    token: async () => (await selectTokenPortraits(db, uids)).map(portrayToken),
  };
  return new Map((await read[kind]()).map((one) => [one.uid, one]));
}

/** Grants to whoever has not come yet stay with the permission that was sent with them. */
function withAwaited(portrait: Json, known: Json | undefined, isHere: (uid: string) => boolean): Json {
  const getSections = (value: Json | undefined) => ((value as { sections?: PortraitSection[] } | null)?.sections ?? []) as PortraitSection[];
  const awaited = (grants: readonly PortraitGrant[]) => grants.filter(({ user, group }) => !isHere(user ?? group ?? ''));
  const before = getSections(known);
  const sections = getSections(portrait).map((section, index) => ({ ...section, grants: [...section.grants, ...awaited(before[index]?.grants ?? [])] }));
  return plain({ ...(portrait as object), sections });
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What members of later versions say besides stays. */
const withUnknown = (value: Json, known: Json | undefined): Json => (isObject(value) && isObject(known) ? { ...known, ...value } : value);

const sorted = (value: Json): Json => {
  const { sections, ...rest } = value as { sections?: PortraitSection[] };
  if (!sections) return value;
  const key = ({ user, group }: PortraitGrant) => `${user ?? ''} ${group ?? ''}`;
  return plain({ ...rest, sections: sections.map((one) => ({ ...one, grants: one.grants.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)) })) });
};

const isSameValue = (one: Json, other: Json | undefined) =>
  other !== undefined &&
  (canonical(one) === canonical(other) ||
    (one !== null &&
      other !== null &&
      typeof one === 'object' &&
      typeof other === 'object' &&
      !Array.isArray(one) &&
      canonical(sorted(one)) === canonical(sorted(other))));

/** What has to be written so that the registers say how it is here. */
export function findWishes(portrait: Portrait, folded: Folded, isHere: (uid: string) => boolean, id: () => string): Wish[] {
  const wishes: Wish[] = [];
  for (const [register, here] of Object.entries(portrait.values)) {
    const known = folded.values.get(register)?.value;
    // Where passwords are not shared, nobody knows of one that has been chosen: that there is none here yet is no news to others.
    if (register === 'password' && known === undefined && folded.values.size > 0 && (here as { hash?: Json }).hash === null) continue;
    const value = withUnknown(register === 'whole' ? withAwaited(here, known, isHere) : here, known);
    if (!isSameValue(getChosen(register, value), known === undefined ? known : getChosen(register, known))) wishes.push({ register, value });
  }
  for (const [register, { value }] of folded.values)
    if (register.startsWith('member/') && value === true && !(register in portrait.values) && isHere(register.slice('member/'.length)))
      wishes.push({ register, value: false });
  if (portrait.administrator !== undefined) wishes.push(...grant(folded, 'administrator', portrait.administrator, id));
  if (portrait.restricted) wishes.push(...restrict(folded, portrait.restricted.what, portrait.restricted.on, id));
  return wishes;
}
