import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { VersionRef } from './scanning-routes.ts';
import { scanningRules } from './scanning-words.ts';

const base = `${prefixes.consoleApi}/xray/ui/licenses`;

const Expression = z.string().trim().min(1, scanningRules.name_licence.en).max(500);

export const listLicenceNames = route('listLicenceNames', {
  summary: 'Names of licences that packages have which the caller may read, and those that were set',
  method: 'GET',
  url: `${base}/names`,
  access: 'visitor',
  query: z.object({ search: z.string().trim().max(100).default(''), num_of_rows: z.coerce.number().int().min(1).max(500).default(100) }),
  reply: z.object({ data: z.array(z.string()), total_count: z.int() }),
});

const licenceOrigins = ['custom', 'declared'] as const;
const VersionLicence = z.object({
  name: z.string(),
  /** Set by somebody, or written by its author. */
  origin: z.enum(licenceOrigins),
  author: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** It holds in this project alone; null: wherever the version is. */
  project: z.string().nullable(),
});

export const listVersionLicences = route('listVersionLicences', {
  summary: 'Licences of a version: what was set counts before what its author wrote',
  method: 'GET',
  url: `${base}/version`,
  access: 'visitor',
  query: VersionRef,
  /** `project` is that of the repository that keeps the version. */
  reply: z.object({ data: z.array(VersionLicence), total_count: z.int(), may_change: z.boolean(), project: z.string().nullable() }),
});

/** In a project it holds there; without, everywhere. */
const setting = { license: Expression, projectKey: z.string().max(100).optional() };

/** The licence that a version is said to have. */
export const LicenceInput = VersionRef.extend(setting);

export const setCustomLicence = route('setCustomLicence', {
  summary: 'Says which licence a version has, whatever its author wrote',
  method: 'POST',
  url: `${base}/custom`,
  access: 'user',
  body: LicenceInput,
  reply: z.object({ license: z.string() }),
});

export const deleteCustomLicence = route('deleteCustomLicence', {
  summary: 'What its author wrote counts again',
  method: 'DELETE',
  url: `${base}/custom`,
  access: 'user',
  query: VersionRef.extend({ projectKey: setting.projectKey }),
  reply: z.void(),
});

export const setLicences = route('setLicences', {
  summary: 'Says of several versions which licence they have',
  method: 'POST',
  url: `${base}/bulk`,
  access: 'user',
  body: z.object({ ...setting, components: z.array(VersionRef).min(1).max(200) }),
  reply: z.object({ changed: z.int() }),
});
