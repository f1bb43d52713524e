import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';
import { Said } from '../said.ts';
import { scanningRules } from './scanning-words.ts';

const base = `${prefixes.consoleApi}/xray/ui/sources`;
const params = z.object({ id: z.coerce.number().int() });

/** One look at a source, or one upload, and what came of it. */
export const ImportRun = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'running', 'finished', 'failed', 'unchanged']),
  requestedBy: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Records that were read. */
  records: z.int(),
  /** Advisories that are new or newer than before. */
  changed: z.int(),
  /** Those of them that hold no more. */
  withdrawn: z.int(),
  rejected: z.int(),
  /** The first of what was rejected. */
  rejects: z.array(z.object({ record: z.string(), reason: z.string(), said: Said.optional() })),
  message: z.string().nullable(),
  said: Said.optional(),
});
export type ImportRun = z.output<typeof ImportRun>;

const Address = z
  .url({ protocol: /^https?$/, error: scanningRules.give_web_address.en })
  .max(2000)
  .refine((url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '', scanningRules.credentials_stored_in_open.en);

export const AdvisorySourceInput = z.strictObject({
  name: z.string().trim().min(1, scanningRules.name_source.en).max(100),
  /** Where its dumps are fetched; without one they are uploaded. */
  url: Address.nullable().default(null),
  /** How often the address is looked at. */
  every: z.enum(['never', 'day', 'week']).default('never'),
  enabled: z.boolean().default(true),
  /** Its dumps hold everything, so that what a dump lacks is withdrawn. */
  complete: z.boolean().default(false),
});
export type AdvisorySourceInput = z.output<typeof AdvisorySourceInput>;

export const AdvisorySource = AdvisorySourceInput.extend({
  id: z.int(),
  /** How many advisories it stands for. */
  advisories: z.int(),
  modifiedAt: z.iso.datetime(),
  modifiedBy: z.string(),
  lastRun: ImportRun.nullable(),
});
export type AdvisorySource = z.output<typeof AdvisorySource>;

export const listAdvisorySources = route('listAdvisorySources', {
  summary: 'Where advisories come from, with the last run of each source',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: z.object({ items: z.array(AdvisorySource) }),
});

export const createAdvisorySource = route('createAdvisorySource', {
  summary: 'Adds a source of advisories',
  method: 'POST',
  url: base,
  access: 'administrator',
  body: AdvisorySourceInput,
  reply: AdvisorySource,
  status: 201,
});

export const changeAdvisorySource = route('changeAdvisorySource', {
  summary: 'Changes a source of advisories',
  method: 'PUT',
  url: `${base}/:id`,
  access: 'administrator',
  params,
  body: AdvisorySourceInput,
  reply: AdvisorySource,
});

export const deleteAdvisorySource = route('deleteAdvisorySource', {
  summary: 'Forgets a source; the advisories it brought stay',
  method: 'DELETE',
  url: `${base}/:id`,
  access: 'administrator',
  params,
  reply: z.void(),
});

export const fetchAdvisorySource = route('fetchAdvisorySource', {
  summary: 'Looks at the address of a source now',
  method: 'POST',
  url: `${base}/:id/runs`,
  access: 'administrator',
  params,
  reply: ImportRun,
  status: 202,
});

export const listImportRuns = route('listImportRuns', {
  summary: 'The last runs of a source, newest first',
  method: 'GET',
  url: `${base}/:id/runs`,
  access: 'administrator',
  params,
  reply: z.object({ items: z.array(ImportRun) }),
});

/** Address to which a dump of a source is sent. */
export const dumpPath = (id: number | string) => `${base}/${id}/dump`;

export const uploadAdvisories = route('uploadAdvisories', {
  summary: 'Takes a dump of a source, as it is, and imports it',
  method: 'PUT',
  url: dumpPath(':id'),
  access: 'administrator',
  body: stream('application/octet-stream', 'application/json', 'application/zip'),
  reply: ImportRun,
  status: 202,
});
