import { z } from 'zod';
import type { Sentence } from '../sentences.ts';
import { severities } from '../severities.ts';
import { policyTypes } from './policy-types.ts';
import { reportRules } from './report-words.ts';

/** As existing clients write the types in addresses; components are what repositories consist of. */
export const reportTypes = ['vulnerabilities', 'licenses', 'violations', 'operationalRisks', 'components'] as const;
export type ReportType = (typeof reportTypes)[number];

const none = ({ en }: Sentence) => z.null({ error: en }).optional();
const patterns = z.array(z.string().trim().min(1).max(300)).max(100).default([]);
const names = z.array(z.string().trim().min(1).max(200)).max(500);
/** A name; `*` stands for anything in it. */
const pattern = z.string().trim().min(1).max(300);
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const period = z.strictObject({ start: moment.optional(), end: moment.optional() });
const Score = z.number().min(0).max(10);

/** Builds or release bundles by name, or whose names fit a pattern, in which `*` stands for anything: the newest of each name. All of them where nothing is said. */
const ReportAssemblies = z.strictObject({
  names: names.optional(),
  include_patterns: patterns.optional(),
  exclude_patterns: patterns.optional(),
  number_of_latest_versions: z.int().min(1).max(1000).default(1),
});
export type ReportAssemblies = z.output<typeof ReportAssemblies>;

export const ReportResources = z.strictObject({
  repositories: z
    .array(z.strictObject({ name: z.string().min(1).max(100), include_path_patterns: patterns, exclude_path_patterns: patterns }))
    .max(1000)
    .optional(),
  projects: z.strictObject({ keys: z.array(z.string().min(1).max(64)).max(500).optional(), include_key_patterns: patterns.optional() }).optional(),
  builds: ReportAssemblies.nullish(),
  /** Existing clients know two kinds; both are the release bundles that there are here. */
  release_bundles: ReportAssemblies.nullish(),
  release_bundles_v2: ReportAssemblies.nullish(),
});
export type ReportResources = z.output<typeof ReportResources>;

const found = {
  severities: z.array(z.enum(severities)).max(severities.length).optional(),
  cve: z.string().trim().min(1).max(128).optional(),
  issue_id: z.string().trim().min(1).max(128).optional(),
  has_remediation: z.boolean().optional(),
  cvss_score: z.strictObject({ min_score: Score.default(0), max_score: Score.default(10) }).optional(),
  published: period.optional(),
};

export const ReportFilters = z.strictObject({
  ...found,
  /** Name of a component; the second spelling of existing clients is for vulnerabilities. */
  component: pattern.optional(),
  vulnerable_component: pattern.optional(),
  /** Path or name of the artifact, in the same two spellings. */
  artifact: pattern.optional(),
  impacted_artifact: pattern.optional(),
  scan_date: period.optional(),
  license_names: names.optional(),
  license_patterns: names.optional(),
  unknown: z.boolean().optional(),
  type: z.enum(policyTypes).optional(),
  watch_names: names.optional(),
  watch_patterns: names.optional(),
  policy_names: names.optional(),
  violation_status: z.enum(['All', 'Active', 'Ignored']).optional(),
  /** When violations opened. */
  created: period.optional(),
  risks: z
    .array(z.enum(['High', 'Medium', 'Low', 'None']))
    .max(4)
    .optional(),
  /** Vulnerabilities that are known to be exploited. */
  exploited: z.boolean().optional(),
  security_filters: z.strictObject(found).optional(),
  license_filters: z.strictObject({ license_names: names.optional(), license_patterns: names.optional(), unknown: z.boolean().optional() }).optional(),
  ca_filter: none(reportRules.not_looked_at_here),
  runtime_filter: none(reportRules.not_looked_at_here),
});
export type ReportFilters = z.output<typeof ReportFilters>;

type FilterName = keyof ReportFilters;
const everywhere: readonly FilterName[] = ['artifact', 'component', 'impacted_artifact', 'vulnerable_component', 'scan_date', 'ca_filter', 'runtime_filter'];
const security: readonly FilterName[] = ['severities', 'cve', 'issue_id', 'has_remediation', 'cvss_score', 'published', 'exploited'];

/** Filters that reports of each type have. */
const reportFilters: Readonly<Record<ReportType, readonly FilterName[]>> = {
  vulnerabilities: [...everywhere, ...security],
  licenses: [...everywhere, 'license_names', 'license_patterns', 'unknown'],
  violations: [
    ...everywhere,
    ...security,
    ...(['type', 'watch_names', 'watch_patterns', 'policy_names', 'violation_status', 'created', 'security_filters', 'license_filters'] as const),
    ...(['license_names', 'license_patterns'] as const),
  ],
  operationalRisks: [...everywhere, 'risks'],
  components: everywhere,
};

/** Filters that a report of a type has not. */
export function foreignFilters(type: ReportType, filters: ReportFilters): string[] {
  return (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined && !reportFilters[type].includes(name));
}

/** What a report is about, and when it comes around. */
export const ReportBody = z.strictObject({
  name: z.string().trim().min(1, reportRules.report_name_it.en).max(200),
  /** Only repositories of this project. */
  project: z.string().min(1).max(64).optional(),
  resources: ReportResources.default({}),
  filters: ReportFilters.default({}),
  /** Five fields; it is made anew by it, until it is deleted. */
  cron_schedule: z.string().trim().max(100).optional(),
  cron_schedule_timezone: z.string().trim().max(64).optional(),
  /** Who is told by mail when it is made. */
  notify: z.strictObject({ emails: z.array(z.email().max(320)).max(100).default([]) }).optional(),
});
export type ReportBody = z.output<typeof ReportBody>;
