import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import { type FormatId, findFormatId, getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { noProjectKey, type RetentionPolicy, RetentionPolicyInput, RetentionSelection } from '@packhouse/contract/repositories/retention-routes.ts';
import { words } from '@packhouse/ui/core.ts';
import { t } from './retention-words.ts';

/** A policy as the form holds it: numbers may be missing, lists are lines. */
export interface RetentionDraft {
  name: string;
  description: string;
  /** It belongs to this project; no field changes it. */
  projectKey: string | undefined;
  enabled: boolean;
  every: RetentionPolicy['every'];
  cron: string;
  mostMinutes: number | null;
  /** What becomes of what goes. */
  into: 'trash' | 'archive' | 'nothing';
  repositoryKeys: string[];
  excludeRepositoryKeys: string[];
  projectKeys: string[];
  formats: FormatId[];
  /** Names under which clients made repositories of these formats; no field shows them. */
  packageTypes: string[];
  includePackages: string;
  excludePackages: string;
  includePatterns: string;
  excludePatterns: string;
  olderThanDays: number | null;
  unusedForDays: number | null;
  keepVersions: number | null;
  withProperties: string;
  keepProperties: string;
}

type Property = RetentionPolicy['withProperties'][number];

export const newDraft: RetentionDraft = {
  name: '',
  description: '',
  projectKey: undefined,
  enabled: true,
  every: 'never',
  cron: '',
  mostMinutes: null,
  into: 'trash',
  repositoryKeys: [],
  excludeRepositoryKeys: [],
  projectKeys: [],
  formats: [],
  packageTypes: [],
  includePackages: '**',
  excludePackages: '',
  includePatterns: '**',
  excludePatterns: '',
  olderThanDays: null,
  unusedForDays: null,
  keepVersions: null,
  withProperties: '',
  keepProperties: '',
};

const propertyText = ({ key, value }: Property) => (value === undefined ? key : `${key}=${value}`);
const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function readProperties(text: string): Property[] {
  return readLines(text).map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? { key: line } : { key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}

export function makeDraft(policy: RetentionPolicy): RetentionDraft {
  const { name, description, enabled, every, cron, permanently, archive, repositoryKeys, excludeRepositoryKeys, projectKeys, formats, packageTypes } = policy;
  return {
    name,
    description,
    projectKey: policy.projectKey,
    enabled,
    every,
    cron,
    mostMinutes: policy.mostMinutes ?? null,
    into: archive ? 'archive' : permanently ? 'nothing' : 'trash',
    repositoryKeys,
    excludeRepositoryKeys,
    // Clients need not name the project again.
    projectKeys: policy.projectKey === undefined ? projectKeys : [policy.projectKey],
    formats,
    packageTypes,
    includePackages: policy.includePackages.join('\n'),
    excludePackages: policy.excludePackages.join('\n'),
    includePatterns: policy.includePatterns.join('\n'),
    excludePatterns: policy.excludePatterns.join('\n'),
    olderThanDays: policy.olderThanDays ?? null,
    unusedForDays: policy.unusedForDays ?? null,
    keepVersions: policy.keepVersions ?? null,
    withProperties: policy.withProperties.map(propertyText).join('\n'),
    keepProperties: policy.keepProperties.map(propertyText).join('\n'),
  };
}

/** Names that clients chose stay with the formats that stay; a format that is added counts under its own. */
function getPackageTypes({ formats, packageTypes }: RetentionDraft): string[] {
  if (packageTypes.length === 0) return [];
  return formats.flatMap((format) => {
    const named = packageTypes.filter((name) => findFormatId(name) === format);
    return named.length > 0 ? named : [format];
  });
}

function readPatterns(text: string): string[] {
  const lines = readLines(text);
  return lines.length > 0 ? lines : ['**'];
}

function makeSelectionFields(draft: RetentionDraft) {
  return {
    repositoryKeys: draft.repositoryKeys,
    excludeRepositoryKeys: draft.excludeRepositoryKeys,
    projectKeys: draft.projectKeys,
    formats: draft.formats,
    packageTypes: getPackageTypes(draft),
    includePackages: readPatterns(draft.includePackages),
    excludePackages: readLines(draft.excludePackages),
    includePatterns: readPatterns(draft.includePatterns),
    excludePatterns: readLines(draft.excludePatterns),
    ...(draft.olderThanDays === null ? {} : { olderThanDays: draft.olderThanDays }),
    ...(draft.unusedForDays === null ? {} : { unusedForDays: draft.unusedForDays }),
    ...(draft.keepVersions === null ? {} : { keepVersions: draft.keepVersions }),
    withProperties: readProperties(draft.withProperties),
    keepProperties: readProperties(draft.keepProperties),
  };
}

/** Gives what the draft selects; undefined while it says nothing yet, or nothing that holds together. */
export function findSelection(draft: RetentionDraft): RetentionSelection | undefined {
  return RetentionSelection.safeParse(makeSelectionFields(draft)).data;
}

/** Gives what is sent to be stored. @throws Error with the fields that need another look */
export function getInput(draft: RetentionDraft): RetentionPolicyInput {
  const { name, description, projectKey, enabled, every, cron, mostMinutes, into } = draft;
  const input = {
    name,
    description,
    ...(projectKey === undefined ? {} : { projectKey }),
    enabled,
    every,
    cron: every === 'schedule' ? cron : '',
    ...(mostMinutes === null ? {} : { mostMinutes }),
    permanently: into === 'nothing',
    archive: into === 'archive',
    ...makeSelectionFields(draft),
  };
  const result = RetentionPolicyInput.safeParse(input);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => ({
    path: String(issue.path[0] ?? ''),
    message: issue.code === 'custom' && issue.path[0] !== 'cron' ? t('reasonWanted') : words().said(getSaid(issue as Problem)),
  }));
  throw Object.assign(new Error(fields[0]?.message), { fields });
}

/** A policy in one line: 'older than 30 days, all but the newest 5 versions'. */
export function ruleText(policy: RetentionPolicy): string {
  const { olderThanDays, unusedForDays, keepVersions, withProperties } = policy;
  return [
    olderThanDays !== undefined && t('olderThan', { count: olderThanDays }),
    unusedForDays !== undefined && t('unusedFor', { count: unusedForDays }),
    keepVersions !== undefined && t('beyond', { count: keepVersions }),
    withProperties.length > 0 && t('having', { properties: withProperties.map(propertyText).join(', ') }),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Repositories that belong to no project have a name of their own. */
export const projectTitle = (key: string) => (key === noProjectKey ? t('noProject') : key);

/** Where it looks, in short. */
export function whereText({
  repositoryKeys,
  projectKey,
  projectKeys,
  formats,
  includePackages,
}: Pick<RetentionPolicy, 'repositoryKeys' | 'projectKey' | 'projectKeys' | 'formats' | 'includePackages'>): string {
  const places = repositoryKeys.length > 2 ? t('places', { count: repositoryKeys.length }) : repositoryKeys.join(', ');
  const packages = includePackages.includes('**') ? '' : includePackages.join(', ');
  const types = formats.length > 4 ? t('types', { count: formats.length }) : formats.map(getFormatTitle).join(', ');
  const projects = projectKey === undefined ? projectKeys : [projectKey];
  return [places, projects.map(projectTitle).join(', '), types, packages].filter((part) => part !== '').join(' · ') || t('everywhere');
}

/** When it runs by itself, in short. */
export const whenText = ({ every, cron }: Pick<RetentionPolicy, 'every' | 'cron'>): string => (every === 'schedule' ? cron : t(every));
