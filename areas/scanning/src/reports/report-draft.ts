import type { ReportFilters, ReportType } from '@packhouse/contract/scanning/report-input.ts';
import type { ReportInput } from '@packhouse/contract/scanning/report-routes.ts';
import { type Severity, severities } from '@packhouse/contract/severities.ts';
import type { z } from 'zod';
import { splitNames } from '../governing/policy-draft.ts';

/** A report as the form holds it. */
export interface ReportDraft {
  name: string;
  type: ReportType;
  /** Its key; '' for none, and while the field is empty nothing at all. */
  project: string | undefined;
  repositories: string[];
  builds: string;
  releaseBundles: string;
  component: string;
  artifact: string;
  severity: Severity | '';
  cve: string;
  fixable: boolean;
  exploited: boolean;
  licences: string;
  watches: string;
  status: 'All' | 'Active' | 'Ignored';
  risk: '' | 'High' | 'Medium' | 'Low';
  cron: string;
  zone: string;
  emails: string;
}

export const newReport: ReportDraft = {
  name: '',
  type: 'vulnerabilities',
  project: '',
  repositories: [],
  builds: '',
  releaseBundles: '',
  component: '',
  artifact: '',
  severity: '',
  cve: '',
  fixable: false,
  exploited: false,
  licences: '',
  watches: '',
  status: 'Active',
  risk: '',
  cron: '',
  zone: '',
  emails: '',
};

const risks = ['High', 'Medium', 'Low'] as const;
const upTo = <Level extends string>(levels: readonly Level[], least: Level | '') => (least === '' ? undefined : levels.slice(0, levels.indexOf(least) + 1));
const given = (text: string) => (text.trim() === '' ? undefined : text.trim());
const listed = (text: string) => (splitNames(text).length > 0 ? splitNames(text) : undefined);

/** Whether reports of a type are about vulnerabilities, so that these filters are theirs. */
export const isAboutVulnerabilities = (type: ReportType | undefined) => type === 'vulnerabilities' || type === 'violations';

function getFilters(draft: ReportDraft): ReportFilters {
  const { type } = draft;
  const found = {
    severities: upTo(severities, draft.severity),
    cve: given(draft.cve),
    has_remediation: draft.fixable || undefined,
    exploited: draft.exploited || undefined,
  };
  return {
    component: given(draft.component),
    artifact: given(draft.artifact),
    ...(isAboutVulnerabilities(type) ? found : {}),
    ...(type === 'licenses' ? { license_names: listed(draft.licences) } : {}),
    ...(type === 'violations' ? { watch_names: listed(draft.watches), violation_status: draft.status } : {}),
    ...(type === 'operationalRisks' ? { risks: upTo(risks, draft.risk)?.slice() } : {}),
  };
}

/** Builds or release bundles by name; what has a star is a pattern. */
function findAssemblies(text: string): { names: string[]; include_patterns: string[] } | undefined {
  const all = splitNames(text);
  const isPattern = (name: string) => name.includes('*');
  return all.length === 0 ? undefined : { names: all.filter((name) => !isPattern(name)), include_patterns: all.filter(isPattern) };
}

/** Gives what the form sends. */
export function getReport(draft: ReportDraft): z.input<typeof ReportInput> {
  const repositories = draft.repositories.map((name) => ({ name }));
  const [builds, release_bundles_v2] = [findAssemblies(draft.builds), findAssemblies(draft.releaseBundles)];
  const resources = { ...(repositories.length > 0 && { repositories }), ...(builds && { builds }), ...(release_bundles_v2 && { release_bundles_v2 }) };
  const cron_schedule = given(draft.cron);
  const cron_schedule_timezone = given(draft.zone);
  const emails = splitNames(draft.emails);
  return {
    name: draft.name.trim(),
    type: draft.type,
    ...(draft.project ? { project: draft.project } : {}),
    ...(Object.keys(resources).length > 0 ? { resources } : {}),
    filters: getFilters(draft),
    ...(cron_schedule === undefined ? {} : { cron_schedule }),
    ...(cron_schedule_timezone === undefined ? {} : { cron_schedule_timezone }),
    ...(emails.length > 0 ? { notify: { emails } } : {}),
  };
}

const fields: readonly (readonly [begins: string, field: keyof ReportDraft])[] = [
  ['resources.builds', 'builds'],
  ['resources.release_bundles', 'releaseBundles'],
  ['resources', 'repositories'],
  ['filters.artifact', 'artifact'],
  ['filters.component', 'component'],
  ['filters.severities', 'severity'],
  ['filters.cve', 'cve'],
  ['filters.license_names', 'licences'],
  ['filters.watch_names', 'watches'],
  ['filters.risks', 'risk'],
  ['cron_schedule_timezone', 'zone'],
  ['cron_schedule', 'cron'],
  ['notify', 'emails'],
];

/** The field of the form that the server calls this. */
export const findReportField = (path: string): string => fields.find(([begins]) => path.startsWith(begins))?.[1] ?? path;
