import { OidcMapping } from '@packhouse/contract/access/access-oidc-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { parseScope } from '../token/scope.ts';
import { findIntegration } from './integration.ts';
import { deleteMappingRow, insertMapping, selectMappings, updateMappingRow } from './oidc-queries.ts';

export async function listMappings(db: Db, integrationId: number): Promise<OidcMapping[]> {
  return (await selectMappings(db, integrationId)).map(({ settings }) => OidcMapping.parse(settings));
}

async function findMapping(db: Db, provider: string, name: string) {
  const { id } = await findIntegration(db, provider);
  const row = (await selectMappings(db, id)).find((one) => one.name === name);
  if (!row) throw new AppError(accessWords.no_identity_mapping, { name });
  return { id: row.id, value: OidcMapping.parse(row.settings) };
}

export async function readMapping(db: Db, provider: string, name: string): Promise<OidcMapping> {
  return (await findMapping(db, provider, name)).value;
}

/** Refuses rules out of which no token could ever come. */
function requireSense({ token_spec: { scope, username, username_pattern, groups_pattern } }: OidcMapping): void {
  const parsed = scope ? parseScope(scope) : undefined;
  if (scope && !parsed) throw namedFieldRefusal('token_spec.scope', say(accessWords.scope_unknown));
  if (groups_pattern && parsed && typeof parsed.powers !== 'string') throw namedFieldRefusal('token_spec.scope', say(accessWords.groups_from_pattern));
  if (parsed && typeof parsed.powers === 'string' && !groups_pattern && !username && !username_pattern)
    throw namedFieldRefusal('token_spec.username', say(accessWords.token_without_user));
}

const readSubject = (provider: string, name: string) => `${provider}/${name}`;

export function createMapping(context: Context, provider: string, value: OidcMapping, by: By): Promise<OidcMapping> {
  requireSense(value);
  return inChange(context, by, async (transaction, record) => {
    const { id } = await findIntegration(transaction, provider);
    if (!(await insertMapping(transaction, id, value.name, value.priority, JSON.stringify(value))))
      throw new AppError(accessWords.identity_mapping_exists, { name: value.name });
    await record({ action: 'oidc_mapping.created', subject: readSubject(provider, value.name), after: value });
    return value;
  });
}

export function changeMapping(context: Context, provider: string, name: string, value: OidcMapping, by: By): Promise<OidcMapping> {
  requireSense(value);
  if (value.name !== name) throw namedFieldRefusal('name', say(accessWords.mapping_name_fixed));
  return inChange(context, by, async (transaction, record) => {
    const before = await findMapping(transaction, provider, name);
    await updateMappingRow(transaction, before.id, value.priority, JSON.stringify(value));
    await record({ action: 'oidc_mapping.changed', subject: readSubject(provider, name), before: before.value, after: value });
    return value;
  });
}

export function deleteMapping(context: Context, provider: string, name: string, by: By): Promise<void> {
  return inChange(context, by, async (transaction, record) => {
    const before = await findMapping(transaction, provider, name);
    await deleteMappingRow(transaction, before.id);
    await record({ action: 'oidc_mapping.deleted', subject: readSubject(provider, name), before: before.value });
  });
}
