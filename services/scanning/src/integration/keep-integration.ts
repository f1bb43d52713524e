import { randomBytes } from 'node:crypto';
import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { vendorCodes } from '@packhouse/contract/scanning/git-vendors.ts';
import { type IntegrationForm, integrationTypes } from '@packhouse/contract/scanning/integration-routes.ts';
import { integrationRules, integrationWords } from '@packhouse/contract/scanning/integration-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import {
  deleteIntegrationRow,
  type IntegrationRow,
  insertIntegration,
  leaveHooks,
  lockIntegration,
  needIntegration,
  updateIntegrationRow,
} from './integration-queries.ts';
import { getDisplayName, getVendorName, toIntegration } from './integration-view.ts';

export type By = Pick<HandlerContext, 'actor' | 'address'>;

/** @throws AppError `invalid_input` for a vendor that is offered by a switch only */
export function requireOffered({ platform }: Pick<Context, 'platform'>, { vendorName }: IntegrationForm): void {
  const isOffered = vendorName !== 'gitea' || platform.config.features.includes('gitea');
  if (!isOffered) throw fieldRefusal('vendorName', say(integrationWords.vendor_switched_off, { vendor: getDisplayName(vendorName) }));
}

/** The token that is to be used: the one that was given, or the one that is kept, which only ever goes to the address it was given for. @throws AppError `invalid_input` */
export function chooseToken({ platform }: Pick<Context, 'platform'>, { token, url }: IntegrationForm, kept: IntegrationRow | undefined): string {
  if (token !== '') return token;
  if (!kept) throw fieldRefusal('token', say(integrationRules.token_required));
  if (new URL(kept.url).origin !== new URL(url).origin) throw fieldRefusal('token', say(integrationWords.token_of_other_url));
  return platform.secrets.decrypt(kept.sealed);
}

/** The connection that a form is about, where it names one. @throws AppError `not_found`, `invalid_input` */
export async function findKept(db: Db, { integrationKey, vendorName }: IntegrationForm): Promise<IntegrationRow | undefined> {
  if (integrationKey === undefined || integrationKey === '') return undefined;
  const kept = await needIntegration(db, integrationKey);
  requireVendor(kept, vendorName);
  return kept;
}

/** What is audited: nothing secret, and nothing that only the vendor's answers change. */
function auditable(row: IntegrationRow) {
  const { contact: _, ...told } = toIntegration(row);
  return { ...told, selectsAll: row.selects_all, selects: row.selects };
}

/** A name as it stands in addresses. */
function spellKey(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain.slice(0, 60) || 'integration';
}

/** Tells the audit log, and whoever works with connections. */
async function record({ platform }: Context, tx: AnyTransaction, { actor, address }: By, verb: 'created' | 'updated' | 'deleted', key: string, change: object) {
  await platform.identity.audit({ actor: actor.name, address, action: `integration.${verb}`, subject: key, ...change }, tx);
  await platform.outbox.publish(tx, { type: `integration.${verb}`, subject: key, data: {} });
}

/** Takes the first key of its name that is free. */
async function insertNamed(tx: Db, values: Omit<Parameters<typeof insertIntegration>[1], 'key'>): Promise<IntegrationRow> {
  const plain = spellKey(values.name);
  for (let number = 1; ; number++) {
    const row = await insertIntegration(tx, { ...values, key: number === 1 ? plain : `${plain}-${number}` });
    if (row) return row;
  }
}

/** @throws AppError `invalid_input` */
export async function createIntegration(context: Context, form: IntegrationForm, by: By): Promise<IntegrationRow> {
  const { db, platform } = context;
  requireOffered(context, form);
  const values = {
    name: form.integrationName,
    vendor: vendorCodes[form.vendorName],
    type: integrationTypes[form.integrationType],
    url: form.url,
    user_name: form.userName,
    sealed: platform.secrets.encrypt(chooseToken(context, form, undefined)),
    sealed_hook: platform.secrets.encrypt(randomBytes(32).toString('base64url')),
    created_by: by.actor.name,
  };
  return db.transaction().execute(async (tx) => {
    const row = await insertNamed(tx, values);
    await record(context, tx, by, 'created', row.key, { after: auditable(row) });
    return row;
  });
}

/** @throws AppError `invalid_input` */
function requireVendor(row: IntegrationRow, vendorName: IntegrationForm['vendorName']): void {
  if (getVendorName(row) !== vendorName) throw fieldRefusal('vendorName', say(integrationWords.vendor_stays));
}

/** @throws AppError `not_found`, `invalid_input` */
export async function replaceIntegration(context: Context, key: string, form: IntegrationForm, by: By): Promise<IntegrationRow> {
  const { db, platform } = context;
  return db.transaction().execute(async (tx) => {
    const before = await lockIntegration(tx, key);
    requireVendor(before, form.vendorName);
    const token = chooseToken(context, form, before);
    const isSame = form.token === '' && form.url === before.url && form.userName === before.user_name;
    // How the vendor answered tells nothing of another way to it.
    const unchecked = { state: 'unchecked' as const, checked_at: null, message: null, said: null, quota: null };
    const row = await updateIntegrationRow(tx, key, {
      name: form.integrationName,
      url: form.url,
      user_name: form.userName,
      ...(form.token === '' ? {} : { sealed: platform.secrets.encrypt(token) }),
      ...(isSame ? {} : unchecked),
    });
    await record(context, tx, by, 'updated', key, { before: auditable(before), after: { ...auditable(row), newToken: form.token !== '' } });
    return row;
  });
}

/** @throws AppError `not_found` */
export async function removeIntegration(context: Context, key: string, by: By): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockIntegration(tx, key);
    await leaveHooks(tx, key);
    await deleteIntegrationRow(tx, key);
    await record(context, tx, by, 'deleted', key, { before: auditable(before) });
  });
}
