import { OidcMapping } from '@packhouse/contract/access/access-oidc-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { invalidField } from '@packhouse/kernel/http/invalid-field.ts';
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
  if (!row) throw new AppError('not_found', { message: `There is no identity mapping ${name}` });
  return { id: row.id, value: OidcMapping.parse(row.settings) };
}

export async function readMapping(db: Db, provider: string, name: string): Promise<OidcMapping> {
  return (await findMapping(db, provider, name)).value;
}

/** Refuses rules out of which no token could ever come. */
function requireSense({ token_spec: { scope, username, username_pattern, groups_pattern } }: OidcMapping): void {
  const parsed = scope ? parseScope(scope) : undefined;
  if (scope && !parsed) throw invalidField('token_spec.scope', 'The scope is not understood');
  if (groups_pattern && parsed && typeof parsed.powers !== 'string') throw invalidField('token_spec.scope', 'The groups come from the pattern already');
  if (parsed && typeof parsed.powers === 'string' && !groups_pattern && !username && !username_pattern)
    throw invalidField('token_spec.username', 'Say whose token it is, or give a scope of groups');
}

const subjectOf = (provider: string, name: string) => `${provider}/${name}`;

export function createMapping(context: Context, provider: string, value: OidcMapping, by: By): Promise<OidcMapping> {
  requireSense(value);
  return inChange(context, by, async (transaction, record) => {
    const { id } = await findIntegration(transaction, provider);
    if (!(await insertMapping(transaction, id, value.name, value.priority, JSON.stringify(value))))
      throw new AppError('already_exists', { message: `An identity mapping ${value.name} already exists` });
    await record({ action: 'oidc_mapping.created', subject: subjectOf(provider, value.name), after: value });
    return value;
  });
}

export function changeMapping(context: Context, provider: string, name: string, value: OidcMapping, by: By): Promise<OidcMapping> {
  requireSense(value);
  if (value.name !== name) throw invalidField('name', 'A mapping keeps its name');
  return inChange(context, by, async (transaction, record) => {
    const before = await findMapping(transaction, provider, name);
    await updateMappingRow(transaction, before.id, value.priority, JSON.stringify(value));
    await record({ action: 'oidc_mapping.changed', subject: subjectOf(provider, name), before: before.value, after: value });
    return value;
  });
}

export function deleteMapping(context: Context, provider: string, name: string, by: By): Promise<void> {
  return inChange(context, by, async (transaction, record) => {
    const before = await findMapping(transaction, provider, name);
    await deleteMappingRow(transaction, before.id);
    await record({ action: 'oidc_mapping.deleted', subject: subjectOf(provider, name), before: before.value });
  });
}
