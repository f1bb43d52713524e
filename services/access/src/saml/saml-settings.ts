import { SamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type By, type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { selectSettings, upsertSetting } from '../setting/settings.ts';
import { getCertificates } from './assertion.ts';

const settingName = 'saml';
const baseName = 'samlBase';
const nameName = 'samlName';
/** The provider's name for clients that give it none. */
const usualName = 'saml';

export async function samlSettings(db: Db): Promise<SamlSettings> {
  return SamlSettings.parse((await selectSettings(db)).find(({ name }) => name === settingName)?.value ?? {});
}

/** By what name clients that describe settings know the provider. */
export async function samlName(db: Db): Promise<string> {
  const stored = (await selectSettings(db)).find(({ name }) => name === nameName)?.value;
  return typeof stored === 'string' && stored !== '' ? stored : usualName;
}

interface SamlChange {
  next: SamlSettings;
  /** The address under which the administrator saw this installation. */
  base: string;
  /** What clients call the provider, when that changes. */
  called?: string | undefined;
}

/** Changes the provider with other things. @throws AppError `invalid_input` for what is no certificate */
export async function changeSamlIn(
  transaction: ChangeTransaction,
  record: (change: Change) => Promise<void>,
  { next, base, called }: SamlChange,
): Promise<void> {
  if (next.certificate.trim() !== '') getCertificates(next.certificate);
  const before = await samlSettings(transaction);
  await upsertSetting(transaction, settingName, next);
  await upsertSetting(transaction, baseName, base);
  if (called !== undefined) await upsertSetting(transaction, nameName, called);
  await record({ action: 'setting.changed', subject: 'saml', before, after: next });
}

/** @throws AppError `invalid_input` for what is no certificate */
export async function changeSamlSettings(context: Context, next: SamlSettings, base: string, by: By, called?: string): Promise<SamlSettings> {
  await inChange(context, by, (transaction, record) => changeSamlIn(transaction, record, { next, base, called }));
  return next;
}

/**
 * Gives what the identity provider must know of us. The entity id is the address of the metadata, as the standard recommends. Once settings are saved it
 * no longer follows what a request calls the host: an assertion for another server at the same provider would otherwise seem to be for us.
 */
export async function ourSide(context: Context, request: FastifyRequest) {
  const { config } = context.platform;
  const { entityId } = await samlSettings(context.db);
  const saved = z
    .string()
    .optional()
    .parse((await selectSettings(context.db)).find(({ name }) => name === baseName)?.value);
  const base = `${config.baseUrl === undefined && saved !== undefined ? saved : publicBaseUrl(request, config)}${prefixes.access}/saml`;
  return { entityId: entityId === '' ? `${base}/metadata` : entityId, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` };
}

/** Where the sign-in page's SAML button leads; null while SAML is off. */
export async function samlLink(db: Db): Promise<string | null> {
  return (await samlSettings(db)).enabled ? `${prefixes.consoleApi}/ui/auth/saml/start` : null;
}
