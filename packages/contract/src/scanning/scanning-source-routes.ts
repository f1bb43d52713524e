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
  /** What it is at now: bytes that are fetched, or records that are read; of how many, where that is known. */
  progress: z.object({ step: z.enum(['fetching', 'reading']), done: z.number(), total: z.number().nullable() }).nullable(),
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

export const sourceKinds = ['osv', 'epss', 'kev', 'eol'] as const;
export type SourceKind = (typeof sourceKinds)[number];

export const AdvisorySourceInput = z.strictObject({
  name: z.string().trim().min(1, scanningRules.name_source.en).max(100),
  /** Where its dumps are fetched; without one they are uploaded. */
  url: Address.nullable().default(null),
  /** How often the address is looked at. */
  every: z.enum(['never', 'day', 'week']).default('never'),
  enabled: z.boolean().default(true),
  /** Its dumps hold everything, so that what a dump lacks is withdrawn. */
  complete: z.boolean().default(false),
  /** What it tells: advisories in OSV form, probabilities of EPSS, the catalogue of what is known to be exploited, or until when products are supported. */
  kind: z.enum(sourceKinds).default('osv'),
  /** Ecosystems that it stands for: what no source stands for counts as not judged. */
  covers: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
});
export type AdvisorySourceInput = z.output<typeof AdvisorySourceInput>;

export const AdvisorySource = AdvisorySourceInput.extend({
  id: z.int(),
  /** How many advisories it stands for, or how many release cycles it tells of. */
  advisories: z.int(),
  modifiedAt: z.iso.datetime(),
  modifiedBy: z.string(),
  lastRun: ImportRun.nullable(),
  /** The preset that it was made of. */
  preset: z.string().nullable(),
  /** When it was last known to be as its publisher has it. */
  goodAt: z.iso.datetime().nullable(),
  /** When it is looked at next, at the earliest. */
  nextAt: z.iso.datetime().nullable(),
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

export const SourceAddresses = z.object({ osv: Address, epss: Address, kev: Address, eol: Address });
export type SourceAddresses = z.output<typeof SourceAddresses>;

/** A source that is ready to be switched on. */
export const AdvisoryPreset = z.object({
  id: z.string(),
  kind: z.enum(sourceKinds),
  name: z.string(),
  /** Ecosystem that it stands for. */
  ecosystem: z.string().nullable(),
  /** Records to expect, about; null where nobody knows. */
  records: z.int().nullable(),
  /** Licences of its data. */
  licence: z.string(),
  homepage: z.string(),
  url: z.string(),
  /** There is something here that it would judge. */
  fits: z.boolean(),
  /** The source that was made of it. */
  sourceId: z.int().nullable(),
});
export type AdvisoryPreset = z.output<typeof AdvisoryPreset>;

export const listAdvisoryPresets = route('listAdvisoryPresets', {
  summary: 'Sources that are ready to be switched on, and where their feeds are fetched',
  method: 'GET',
  url: `${base}/presets`,
  access: 'administrator',
  reply: z.object({ items: z.array(AdvisoryPreset), addresses: SourceAddresses }),
});

export const switchOnPresets = route('switchOnPresets', {
  summary: 'Makes sources of presets and fetches them: those that are named, or all that fit what is stored here',
  method: 'POST',
  url: `${base}/presets`,
  access: 'administrator',
  body: z.strictObject({ ids: z.union([z.array(z.string().max(100)).min(1).max(100), z.literal('fitting')]) }),
  reply: z.object({ items: z.array(AdvisorySource) }),
  status: 201,
});

export const changeSourceAddresses = route('changeSourceAddresses', {
  summary: 'Says where the feeds of presets are fetched, a mirror for instance; sources that were made of presets follow',
  method: 'PUT',
  url: `${base}/addresses`,
  access: 'administrator',
  body: z.strictObject(SourceAddresses.shape),
  reply: SourceAddresses,
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
