import { OauthProvider, type OauthProviderChange } from '@packhouse/contract/access/access-oauth-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { ProviderChange } from '@packhouse/peers/platform-settings.ts';
import type { z } from 'zod';
import { type Change as AuditChange, type By, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { forgetProvider } from '../external/external-user.ts';
import type { Db } from '../schema.ts';
import { deleteProviderRow, insertProvider, lockProvider, type OauthRow, selectProvider, selectProviders, updateProviderRow } from './oauth-queries.ts';

type Change = z.output<typeof OauthProviderChange>;

/** A provider's key wherever identities are linked to it; renaming or re-creating one never hands its users on. */
export const oauthKey = ({ id }: { id: number }) => `oauth:${id}`;

export function toProvider(row: OauthRow): OauthProvider {
  const { name, type, enabled, sealed_secret, created_at } = row;
  return OauthProvider.parse({ ...(row.settings as object), name, type, enabled, hasSecret: sealed_secret !== null, createdAt: created_at.toISOString() });
}

export const listProviders = async (db: Db): Promise<OauthProvider[]> => (await selectProviders(db)).map(toProvider);

function notThere(name: string): AppError {
  return new AppError(signInWords.no_provider, { name });
}

export async function readProvider(db: Db, name: string): Promise<OauthProvider> {
  const row = await selectProvider(db, name);
  if (!row) throw notThere(name);
  return toProvider(row);
}

const getOrigin = (address: string) => (address === '' ? '' : new URL(address).origin);

/** Refuses to go on with the stored secret at another provider than the one it was given for: it must be entered again. */
export function requireSameServer(before: OauthRow, { clientSecret, ...after }: Pick<Change, 'clientSecret' | 'clientId' | 'issuerUrl' | 'tokenUrl'>): void {
  if (before.sealed_secret === null || clientSecret !== undefined) return;
  const { clientId, issuerUrl, tokenUrl } = toProvider(before);
  const isElsewhere = getOrigin(issuerUrl) !== getOrigin(after.issuerUrl) || getOrigin(tokenUrl) !== getOrigin(after.tokenUrl);
  if (isElsewhere || clientId !== after.clientId) throw namedFieldRefusal('clientSecret', say(signInWords.secret_needed_again));
}

function readRow(context: Context, { type, enabled, clientSecret, ...settings }: Change, before?: OauthRow) {
  const sealed = clientSecret === undefined ? (before?.sealed_secret ?? null) : clientSecret === '' ? null : context.platform.secrets.encrypt(clientSecret);
  return { type, enabled, settings: JSON.stringify(settings), sealed_secret: sealed };
}

type Note = (change: AuditChange) => Promise<void>;

async function createIn(context: Context, transaction: ChangeTransaction, record: Note, { name, ...settings }: Change & { name: string }) {
  if (!(await insertProvider(transaction, name, readRow(context, settings)))) throw new AppError(signInWords.provider_exists, { name });
  const created = await readProvider(transaction, name);
  await record({ action: 'oauth_provider.created', subject: name, after: created });
  return created;
}

export function createProvider(context: Context, given: Change & { name: string }, by: By): Promise<OauthProvider> {
  return inChange(context, by, (transaction, record) => createIn(context, transaction, record, given));
}

async function changeIn(context: Context, transaction: ChangeTransaction, record: Note, row: OauthRow, change: Change): Promise<OauthProvider> {
  requireSameServer(row, change);
  await updateProviderRow(transaction, row.id, readRow(context, change, row));
  const after = await readProvider(transaction, row.name);
  await record({ action: 'oauth_provider.changed', subject: row.name, before: toProvider(row), after });
  return after;
}

async function removeIn(transaction: ChangeTransaction, record: Note, row: OauthRow): Promise<void> {
  await deleteProviderRow(transaction, row.id);
  await forgetProvider(transaction, oauthKey(row));
  await record({ action: 'oauth_provider.deleted', subject: row.name, before: toProvider(row) });
}

/** Has a provider be as it is to be, whether it was there or not; one that is to go and is gone is as good. */
export async function placeProvider(context: Context, transaction: ChangeTransaction, record: Note, { name, settings }: ProviderChange): Promise<void> {
  const row = await lockProvider(transaction, name);
  if (settings && row) await changeIn(context, transaction, record, row, settings);
  else if (settings) await createIn(context, transaction, record, { name, ...settings });
  else if (row) await removeIn(transaction, record, row);
}

export function changeProvider(context: Context, name: string, change: Change, by: By): Promise<OauthProvider> {
  return inChange(context, by, async (transaction, record) => {
    const row = await lockProvider(transaction, name);
    if (!row) throw notThere(name);
    return changeIn(context, transaction, record, row, change);
  });
}

export function deleteProvider(context: Context, name: string, by: By): Promise<void> {
  return inChange(context, by, async (transaction, record) => {
    const row = await lockProvider(transaction, name);
    if (!row) throw notThere(name);
    await removeIn(transaction, record, row);
  });
}

/** The secret in the clear, for the provider itself only. */
export function getSecret(context: Context, row: Pick<OauthRow, 'sealed_secret'>): string | undefined {
  return row.sealed_secret === null ? undefined : context.platform.secrets.decrypt(row.sealed_secret);
}
