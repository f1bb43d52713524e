// What existing clients ask of the installation as a whole: its licence, its address, how people sign in.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';

const system = `${prefixes.repositories}/api/system`;
const shared = { access: 'administrator', compatible: { provenBy: [proofs.accessSystem] } } as const;

const LicenceFacts = z.object({ type: z.string(), validThrough: z.string(), licensedTo: z.string() });

export const readSystemLicence = route('readSystemLicence', {
  ...shared,
  summary: 'The licence that holds',
  method: 'GET',
  url: `${system}/license`,
  reply: LicenceFacts,
  compatible: { ...shared.compatible, note: 'one without an end is told with the last day that dates can have' },
});

export const listSystemLicences = route('listSystemLicences', {
  ...shared,
  summary: 'The licences, as installations of several nodes list them',
  method: 'GET',
  url: `${system}/licenses`,
  reply: z.object({
    licenses: z.array(LicenceFacts.extend({ licenseHash: z.string(), nodeId: z.string(), nodeUrl: z.string(), expired: z.boolean() })),
  }),
});

const LicenceKey = z.object({ licenseKey: z.string().max(20_000) });
/** Says of each key what came of it. */
const LicenceMessages = z.object({ status: z.number(), messages: z.record(z.string(), z.string()) });

export const installSystemLicences = route('installSystemLicences', {
  ...shared,
  summary: 'Install licences; of those that are good the highest holds',
  method: 'POST',
  url: `${system}/licenses`,
  body: z.union([LicenceKey, z.array(LicenceKey).min(1).max(20)]),
  reply: json(LicenceMessages),
  refusal: json(LicenceMessages),
  compatible: { ...shared.compatible, note: '400 when one of them is not good' },
});

export const removeSystemLicence = route('removeSystemLicence', {
  ...shared,
  summary: 'Remove the licence with this hash; the built-in one holds again when it was the last',
  method: 'DELETE',
  url: `${system}/licenses`,
  query: looseQuery('licenseHash'),
  reply: LicenceMessages,
});

export const changeBaseUrl = route('changeBaseUrl', {
  ...shared,
  summary: 'Say under which address people and clients come',
  method: 'PUT',
  url: `${system}/configuration/baseUrl`,
  body: stream('text/plain'),
  reply: stream('text/plain'),
});

export const readSecurityConfig = route('readSecurityConfig', {
  ...shared,
  summary: 'Whether visitors are let in',
  method: 'GET',
  url: `${prefixes.repositories}/api/securityconfig`,
  reply: z.object({
    anonAccessEnabled: z.boolean(),
    /** Passwords are taken as they are, and as they come from `encryptedPassword`. */
    passwordSettings: z.object({ encryptionPolicy: z.literal('SUPPORTED') }),
  }),
});
