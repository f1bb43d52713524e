import { type ScimOperation, scimBase, scimUrns } from '@packhouse/contract/access/access-scim-routes.ts';
import { NewUser, UserChange } from '@packhouse/contract/access/access-user-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { z } from 'zod';
import type { By } from '../audit/change.ts';
import { checked } from '../compatible/checked.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { changeUser, createUser, deleteUser } from '../user/user.ts';
import { scimError } from './scim-error.ts';
import { canonical, type Json, patched, type Shape } from './scim-patch.ts';
import { type ScimUserRow, selectScimUser, upsertScimUser } from './scim-queries.ts';

const ignored =
  'nickName profileUrl title userType preferredLanguage locale timezone phoneNumbers ims photos addresses entitlements roles x509Certificates'.split(' ');

const shape: Shape = {
  id: { name: 'id', kind: 'readOnly' },
  meta: { name: 'meta', kind: 'readOnly' },
  schemas: { name: 'schemas', kind: 'ignored' },
  groups: { name: 'groups', kind: 'readOnly' },
  username: { name: 'userName', kind: 'single' },
  externalid: { name: 'externalId', kind: 'single' },
  displayname: { name: 'displayName', kind: 'single' },
  active: { name: 'active', kind: 'single' },
  password: { name: 'password', kind: 'single' },
  name: { name: 'name', kind: 'complex', parts: ['formatted', 'givenName', 'familyName'] },
  emails: { name: 'emails', kind: 'elements' },
  ...Object.fromEntries(ignored.map((name) => [name.toLowerCase(), { name, kind: 'ignored' as const }])),
};

const text = z.string().trim().max(500).nullish();

const Told = z.object({
  userName: z.string(),
  externalId: text,
  displayName: text,
  name: z.object({ formatted: text, givenName: text, familyName: text }).partial().nullish(),
  active: z.union([z.boolean(), z.stringbool()]).nullish(),
  password: z.string().nullish(),
  emails: z
    .array(z.object({ value: z.string().nullish(), type: z.string().nullish(), primary: z.union([z.boolean(), z.stringbool()]).nullish() }))
    .max(50)
    .nullish(),
});
type Told = z.output<typeof Told>;

/** A user as SCIM shows it. `base` is the public address of the platform. */
export function toScimUser(row: ScimUserRow, base: string): Json {
  const said = (name: string, value: string) => (value === '' ? {} : { [name]: value });
  const name = { ...said('formatted', row.formatted_name), ...said('givenName', row.given_name), ...said('familyName', row.family_name) };
  return {
    schemas: [scimUrns.user],
    id: String(row.id),
    ...said('externalId', row.external_id),
    userName: row.name,
    ...(Object.keys(name).length > 0 ? { name } : {}),
    ...said('displayName', row.display_name),
    active: row.enabled,
    ...(row.email === '' ? {} : { emails: [{ value: row.email, type: 'work', primary: true }] }),
    groups: row.groups.map(({ value, display }) => ({ value: String(value), $ref: `${base}${scimBase}/Groups/${value}`, display, type: 'direct' })),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.modified_at.toISOString(),
      location: `${base}${scimBase}/Users/${row.id}`,
    },
  };
}

/** The one address we keep: the primary one, else the one for work, else the first. */
function findEmail({ emails }: Told): string {
  const given = (emails ?? []).filter(({ value }) => value);
  const chosen = given.find(({ primary }) => primary) ?? given.find(({ type }) => type?.toLowerCase() === 'work') ?? given[0];
  return chosen?.value ?? '';
}

const makeColumns = (told: Told) => ({
  external_id: told.externalId ?? '',
  display_name: told.displayName ?? '',
  given_name: told.name?.givenName ?? '',
  family_name: told.name?.familyName ?? '',
  formatted_name: told.name?.formatted ?? '',
});

/** An id as it travels, as ours; what is no number is nobody's. */
export const getId = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);

export async function readScimUser(db: Context['db'], id: string): Promise<ScimUserRow> {
  const row = await selectScimUser(db, getId(id));
  if (!row) throw new AppError('user_not_found');
  return row;
}

/** Adds a user. Without a password they sign in elsewhere or with tokens. */
export async function createScimUser(context: Context, body: Json, by: By): Promise<ScimUserRow> {
  const told = checked(Told, canonical(body, shape));
  const input = {
    name: told.userName,
    email: findEmail(told),
    status: told.active === false ? 'disabled' : 'enabled',
    passwordEnabled: Boolean(told.password),
    ...(told.password ? { password: told.password } : {}),
  };
  let id = 0;
  await createUser(context, checked(NewUser, input), by, async (transaction, userId) => {
    id = userId;
    await upsertScimUser(transaction, userId, makeColumns(told));
  });
  return readScimUser(context.db, String(id));
}

async function change(context: Context, row: ScimUserRow, told: Told, by: By): Promise<ScimUserRow> {
  if (findUserName(told.userName) !== row.name) throw scimError('mutability', say(signInWords.user_name_fixed));
  const email = findEmail(told);
  const active = told.active ?? row.enabled;
  const wanted = {
    ...(email === row.email ? {} : { email }),
    ...(active === row.enabled ? {} : { status: active ? 'enabled' : 'disabled' }),
    ...(told.password ? { password: told.password, passwordEnabled: true } : {}),
  };
  const columns = makeColumns(told);
  const saysNothingNew = Object.entries(columns).every(([name, value]) => row[name as keyof typeof columns] === value);
  // Providers push everything again and again; what changes nothing is no change.
  if (Object.keys(wanted).length === 0 && saysNothingNew) return row;
  await changeUser(context, row.name, checked(UserChange, wanted), by, (transaction, userId) => upsertScimUser(transaction, userId, columns));
  return readScimUser(context.db, String(row.id));
}

/** Makes a user what the body says; what it leaves out is emptied, but nobody is enabled or disabled by silence. */
export async function replaceScimUser(context: Context, id: string, body: Json, by: By): Promise<ScimUserRow> {
  return change(context, await readScimUser(context.db, id), checked(Told, canonical(body, shape)), by);
}

export async function patchScimUser(context: Context, id: string, operations: readonly ScimOperation[], by: By): Promise<ScimUserRow> {
  const row = await readScimUser(context.db, id);
  const wanted = patched(canonical(toScimUser(row, ''), shape), operations, shape);
  return change(context, row, checked(Told, wanted), by);
}

export async function deleteScimUser(context: Context, id: string, by: By): Promise<void> {
  await deleteUser(context, (await readScimUser(context.db, id)).name, by);
}
