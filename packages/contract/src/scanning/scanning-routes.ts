import { z } from 'zod';
import { constants } from '../constants.ts';
import { JudgedBy } from '../judged-by.ts';
import { prefixes } from '../prefixes.ts';
import { Vulnerabilities } from '../repositories/package-graphql.ts';
import { SearchFiltersInput, UnusedFilters } from '../repositories/search-routes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { severities } from '../severities.ts';
import { IgnoredBy } from './ignored-by.ts';
import { scanStates } from './scan-states.ts';
import { Support } from './support.ts';
import { Assessment } from './vex.ts';

const base = `${prefixes.consoleApi}/xray/ui`;

/** A version of a package: its package id (`npm://left-pad`), its name, and the repository whose copy is meant; the first that holds it unless said. */
export const VersionRef = z.object({
  packageId: z.string().min(1).max(1000),
  version: z.string().min(1).max(300),
  repoKey: z.string().max(100).optional(),
});

export const getXrayVersion = route('getXrayVersion', {
  summary: 'Version of the scanning service',
  method: 'GET',
  url: `${base}/homepage/getXrayVersion`,
  access: 'visitor',
  reply: z.object({ xray_version: z.string(), xray_revision: z.string() }),
});

/** Who judged the components of one ecosystem. */
export const Judged = z.object({
  /** '' for what belongs to none. */
  ecosystem: z.string(),
  components: z.int(),
  sources: JudgedBy,
});
export type Judged = z.output<typeof Judged>;

/** This is known of a version's scan. */
export const ScanDetails = z.object({
  component_id: z.string(),
  name: z.string(),
  version: z.string(),
  package_type: z.string(),
  repository: z.string(),
  path: z.string(),
  sha256: z.string(),
  status: z.enum(scanStates),
  /** Why there is no result. */
  reason: z.string().nullable(),
  said: Said.optional(),
  /** This could not be read although there is a result. */
  partial: z.string().nullable(),
  scanned_at: z.iso.datetime().nullable(),
  /** Findings by severity; null without a result. */
  vulnerabilities: Vulnerabilities.nullable(),
  /** By which sources it was judged, and what was not. */
  judged: z.array(Judged),
  /** Vulnerabilities that are active, what was skipped included, and those that rules ignore somewhere in it. */
  active: z.int(),
  ignored: z.int(),
  /** The caller may ignore findings of it, and take that back. */
  may_ignore: z.boolean(),
  /** How many components it consists of, itself included. */
  components: z.int(),
  licenses: z.array(z.string()),
  /** What of it is out of support: nobody mends what is found there, and soon nobody looks for it. */
  unsupported: z.array(Support).optional(),
});
export type ScanDetails = z.output<typeof ScanDetails>;

export const componentDetails = route('componentDetails', {
  summary: 'The scan of one version, and what it found in figures',
  method: 'POST',
  url: `${base}/component/details/general`,
  access: 'visitor',
  body: VersionRef,
  reply: ScanDetails,
});

export const componentRowsPerPage = constants.componentSearchRows;

/** One version of a package with its findings. */
export const ComponentRow = z.object({
  component_id: z.string(),
  name: z.string(),
  version: z.string(),
  package_type: z.string(),
  repository: z.string(),
  status: z.enum(scanStates),
  vulnerabilities: Vulnerabilities.nullable(),
});

export const searchComponents = route('searchComponents', {
  summary: 'Versions of packages that were looked into, in the repositories that the caller may read',
  method: 'POST',
  url: `${base}/component/paginatedsearch`,
  access: 'visitor',
  query: z.object({
    direction: z.enum(['asc', 'desc']).default('asc').catch('asc'),
    num_of_rows: z.coerce.number().int().min(1).max(100).default(componentRowsPerPage),
    order_by: z.enum(['name', 'package_type', 'updated']).default('name').catch('name'),
    page_num: z.coerce.number().int().min(1).max(10_000).default(1),
    /** Part of a name. */
    search: z.string().trim().max(200).optional(),
  }),
  /** Which of them: all, or those that fit filters. */
  body: z.union([z.literal('all_components'), z.object({ all_components: z.unknown().optional(), filters: SearchFiltersInput.optional() })]).optional(),
  reply: z.object({ data: z.array(ComponentRow), total_count: z.int(), unused: UnusedFilters }),
});

/** A component and where it was found. */
export const HeldComponent = z.object({
  name: z.string(),
  version: z.string(),
  ecosystem: z.string(),
  purl: z.string(),
  /** Path of what tells of it; '' for the package itself. */
  location: z.string(),
  /** Digest of the layer that brought it. */
  layer: z.string().nullable(),
});
export type HeldComponent = z.output<typeof HeldComponent>;

const VulnerableComponent = HeldComponent.extend({ fixed_versions: z.array(z.string()) });

/** A vulnerability with all the components of the version that it is in. */
export const Issue = z.object({
  /** Its CVE number, or the first of its names. */
  id: z.string(),
  /** Ids of the advisories about it that apply here. */
  advisories: z.array(z.string()),
  aliases: z.array(z.string()),
  severity: z.enum(severities),
  /** Nobody can say whether it applies: its ranges cannot be compared with the version. */
  skipped: z.boolean(),
  summary: z.string(),
  /** Markdown, as its author wrote it; not to be trusted. */
  details: z.string(),
  published: z.iso.datetime().nullable(),
  modified: z.iso.datetime(),
  cvss: z.array(z.object({ type: z.string(), vector: z.string(), score: z.number() })),
  cwes: z.array(z.string()),
  references: z.array(z.object({ type: z.string(), url: z.string() })),
  source: z.string().nullable(),
  /** Probability that it is exploited within 30 days, by EPSS; null: nobody knows. */
  epss: z.number().nullable(),
  /** Since when it is known to be exploited, by the catalogue of KEV. */
  exploited: z.string().nullable(),
  components: z.array(VulnerableComponent),
  /** By which rule it is ignored; null: it is active. */
  ignored: IgnoredBy.nullable(),
  /** What others say of it here, whether they are trusted or not, the newest first. */
  assessments: z.array(Assessment).optional(),
});
export type Issue = z.output<typeof Issue>;

export const listIssues = route('listIssues', {
  summary: 'The vulnerabilities of one version that are active, or those that are ignored, worst first',
  method: 'GET',
  url: `${base}/component/paginatedIssues`,
  access: 'visitor',
  query: VersionRef.extend({
    filter: z.enum(['active', 'ignored']).default('active').catch('active'),
    /** By how bad it is, or what is known to be exploited first and then by how probable that is. */
    order_by: z.enum(['severity', 'exploitation']).default('severity').catch('severity'),
    num_of_rows: z.coerce.number().int().min(1).max(500).default(100),
    page_num: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  reply: z.object({ data: z.array(Issue), total_count: z.int() }),
});

export const listHeldComponents = route('listHeldComponents', {
  summary: 'What one version consists of',
  method: 'GET',
  url: `${base}/component/locations`,
  access: 'visitor',
  query: VersionRef.extend({
    num_of_rows: z.coerce.number().int().min(1).max(500).default(100),
    page_num: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  reply: z.object({ data: z.array(HeldComponent), total_count: z.int() }),
});

export const exportComponentDetails = route('exportComponentDetails', {
  summary:
    'What one version consists of, as a CycloneDX or SPDX document, with what is said of its vulnerabilities (VEX), or what was found in it as CSV or JSON',
  method: 'POST',
  url: `${base}/component/exportComponentDetails`,
  access: 'visitor',
  body: VersionRef.extend({ format: z.enum(['cyclonedx', 'vex', 'spdx', 'csv', 'json']).default('cyclonedx') }),
  reply: z.looseObject({ bomFormat: z.string().optional(), specVersion: z.string().optional() }),
});

export const getScanStatus = route('getScanStatus', {
  summary: 'How far the scan of one version has come',
  method: 'POST',
  url: `${base}/unified/scan/status`,
  access: 'visitor',
  body: VersionRef,
  reply: z.object({ status: z.enum(scanStates) }),
});

export const scanNow = route('scanNow', {
  summary: 'Reads and judges one version again',
  method: 'POST',
  url: `${base}/scan_now`,
  access: 'user',
  body: VersionRef,
  reply: z.object({ status: z.enum(scanStates) }),
});
