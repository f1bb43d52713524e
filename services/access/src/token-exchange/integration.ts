import { OidcIntegration } from '@packhouse/contract/access/access-oidc-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { deleteIntegrationRow, insertIntegration, selectIntegration, selectIntegrations, updateIntegrationRow } from './oidc-queries.ts';

export interface StoredIntegration {
  id: number;
  value: OidcIntegration;
}

export async function findIntegration(db: Db, name: string): Promise<StoredIntegration> {
  const row = await selectIntegration(db, name);
  if (!row) throw new AppError(accessWords.no_oidc_integration, { name });
  return { id: row.id, value: OidcIntegration.parse(row.settings) };
}

export async function listIntegrations(db: Db): Promise<OidcIntegration[]> {
  return (await selectIntegrations(db)).map(({ settings }) => OidcIntegration.parse(settings));
}

export function createIntegration(context: Context, value: OidcIntegration, by: By): Promise<OidcIntegration> {
  return inChange(context, by, async (transaction, record) => {
    if (!(await insertIntegration(transaction, value.name, JSON.stringify(value))))
      throw new AppError(accessWords.oidc_integration_exists, { name: value.name });
    await record({ action: 'oidc_integration.created', subject: value.name, after: value });
    return value;
  });
}

export function changeIntegration(context: Context, name: string, value: OidcIntegration, by: By): Promise<OidcIntegration> {
  if (value.name !== name) throw namedFieldRefusal('name', say(accessWords.integration_name_fixed));
  return inChange(context, by, async (transaction, record) => {
    const before = await findIntegration(transaction, name);
    await updateIntegrationRow(transaction, before.id, JSON.stringify(value));
    await record({ action: 'oidc_integration.changed', subject: name, before: before.value, after: value });
    return value;
  });
}

export function deleteIntegration(context: Context, name: string, by: By): Promise<void> {
  return inChange(context, by, async (transaction, record) => {
    const before = await findIntegration(transaction, name);
    await deleteIntegrationRow(transaction, before.id);
    await record({ action: 'oidc_integration.deleted', subject: name, before: before.value });
  });
}
