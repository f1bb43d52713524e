import { AppError, type FieldProblem } from '@packhouse/contract/errors.ts';
import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import { type CleanupPolicy, type CleanupPolicyInput, cleanupCriteria, cleanupFields } from '@packhouse/contract/repositories/cleanup-compatible-routes.ts';
import { cleanupWords } from '@packhouse/contract/repositories/cleanup-words.ts';
import { containerFormats, findFormatId, formatIds, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { RetentionPolicyInput } from '@packhouse/contract/repositories/retention-routes.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';

type Criteria = CleanupPolicyInput['searchCriteria'];
type Property = RetentionPolicyInput['withProperties'][number];

/** Their names of our fields. */
const names: Readonly<Record<string, string>> = {
  name: 'key',
  cron: 'cronExp',
  mostMinutes: 'durationInMinutes',
  permanently: 'skipTrashcan',
  repositoryKeys: 'searchCriteria.repos',
  excludeRepositoryKeys: 'searchCriteria.excludedRepos',
  projectKeys: 'searchCriteria.includedProjects',
  packageTypes: 'searchCriteria.packageTypes',
  includePackages: 'searchCriteria.includedPackages',
  excludePackages: 'searchCriteria.excludedPackages',
  includePatterns: 'searchCriteria.includedPaths',
  excludePatterns: 'searchCriteria.excludedPaths',
  olderThanDays: 'searchCriteria.createdBeforeInDays',
  unusedForDays: 'searchCriteria.lastDownloadedBeforeInDays',
  keepVersions: 'searchCriteria.keepLastNVersions',
  withProperties: 'searchCriteria.includedProperties',
  keepProperties: 'searchCriteria.excludedProperties',
};

const refuse = (name: string, why: Said) => new AppError(sharedWords.named, { name, why }, { code: 'bad_request' });

/** A refusal that names the field as the client does. */
export function inTheirNames(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input' || !Array.isArray(error.detail)) return error;
  const [problem] = error.detail as FieldProblem[];
  return problem ? refuse(names[problem.path] ?? problem.path, problem) : error;
}

/** Clients count in months, too, and months differ. */
const inDays: Readonly<Record<string, string>> = {
  createdBeforeInMonths: 'createdBeforeInDays',
  lastDownloadedBeforeInMonths: 'lastDownloadedBeforeInDays',
};

/** @throws AppError `bad_request` for the first field that is not obeyed */
function requireKnown(given: CleanupPolicyInput, key: string, isArchive: boolean): void {
  const unknown = Object.keys(given).find((name) => name !== 'searchCriteria' && !Object.hasOwn(cleanupFields, name));
  if (unknown !== undefined) throw new AppError(cleanupWords.cleanup_field_unknown, { field: unknown });
  for (const [name, value] of Object.entries(given.searchCriteria)) {
    const instead = inDays[name];
    if (instead !== undefined && value !== null) throw refuse(`searchCriteria.${name}`, say(cleanupWords.cleanup_in_days, { field: instead }));
    if (instead === undefined && !Object.hasOwn(cleanupCriteria, name))
      throw new AppError(cleanupWords.cleanup_field_unknown, { field: `searchCriteria.${name}` });
  }
  if (given.key && given.key !== key) throw refuse('key', say(cleanupWords.cleanup_key_differs, { key }));
  if (given.itemType && given.itemType !== 'package') throw refuse('itemType', say(cleanupWords.cleanup_packages_only));
  if (given.skipTrashcan && isArchive) throw refuse('skipTrashcan', say(cleanupWords.cleanup_archive_keeps));
}

function readTypes(packageTypes: readonly string[]): Pick<RetentionPolicyInput, 'formats' | 'packageTypes'> {
  const formats = packageTypes.map((type) => {
    const format = findFormatId(type);
    if (!format) throw refuse('searchCriteria.packageTypes', say(cleanupWords.cleanup_type_unknown, { type }));
    return format;
  });
  return { formats: [...new Set(formats)], packageTypes: [...packageTypes] };
}

/** Says which projects are meant; nothing stands for all of them. A policy of a project need not say it again. */
function readProjects({ includeAllProjects, includedProjects }: Criteria, projectKey: string | undefined): string[] {
  const projects = includedProjects ?? [];
  if (projectKey !== undefined) {
    if (includeAllProjects) throw refuse('searchCriteria.includeAllProjects', say(cleanupWords.cleanup_of_project));
    return projects;
  }
  if (includeAllProjects && projects.length > 0) throw refuse('searchCriteria.includedProjects', say(cleanupWords.cleanup_projects_twice));
  if (!includeAllProjects && projects.length === 0) throw refuse('searchCriteria.includedProjects', say(cleanupWords.cleanup_projects_unsaid));
  return projects;
}

function readProperties(field: string, properties: Criteria['includedProperties']): Property[] {
  return Object.entries(properties ?? {}).map(([key, [value, ...more]]) => {
    if (more.length > 0) throw refuse(`searchCriteria.${field}`, say(cleanupWords.cleanup_one_value, { key }));
    return value === undefined ? { key } : { key, value };
  });
}

const isEverything = (patterns: readonly string[]) => patterns.length === 1 && patterns[0] === '**';

function readCriteria(criteria: Criteria, projectKey: string | undefined, before: RetentionPolicyInput | undefined) {
  const { createdBeforeInDays, lastDownloadedBeforeInDays, keepLastNVersions } = criteria;
  return {
    ...readTypes(criteria.packageTypes),
    repositoryKeys: isEverything(criteria.repos) ? [] : criteria.repos,
    excludeRepositoryKeys: criteria.excludedRepos ?? [],
    projectKeys: readProjects(criteria, projectKey),
    includePackages: criteria.includedPackages,
    excludePackages: criteria.excludedPackages ?? [],
    includePatterns: criteria.includedPaths ?? before?.includePatterns ?? ['**'],
    excludePatterns: criteria.excludedPaths ?? before?.excludePatterns ?? [],
    ...(createdBeforeInDays ? { olderThanDays: createdBeforeInDays } : {}),
    ...(lastDownloadedBeforeInDays ? { unusedForDays: lastDownloadedBeforeInDays } : {}),
    ...(keepLastNVersions ? { keepVersions: keepLastNVersions } : {}),
    withProperties: readProperties('includedProperties', criteria.includedProperties),
    keepProperties: readProperties('excludedProperties', criteria.excludedProperties),
  };
}

/** When it runs: by its schedule, or as often as we say beside it. An empty schedule ends one that there was, and nothing else. */
function readTimes({ cronExp, every }: CleanupPolicyInput, before: RetentionPolicyInput | undefined): Pick<RetentionPolicyInput, 'every' | 'cron'> {
  if (cronExp) return { every: 'schedule', cron: cronExp };
  if (every) return { every, cron: '' };
  if (before && (before.every !== 'schedule' || (cronExp ?? undefined) === undefined)) return { every: before.every, cron: before.cron };
  return { every: 'never', cron: '' };
}

/**
 * Gives the retention policy that a client means; of one that there is, what the client leaves out beside the criteria stays as it is.
 * @throws AppError `bad_request` for a field that is not obeyed, and for a value that does not fit
 */
export function getPolicyInput(
  key: string,
  given: CleanupPolicyInput,
  { before, isArchive }: { before?: RetentionPolicyInput; isArchive: boolean },
): RetentionPolicyInput {
  requireKnown(given, key, isArchive);
  const projectKey = (given.projectKey ?? before?.projectKey) || undefined;
  const minutes = given.durationInMinutes ?? before?.mostMinutes ?? 0;
  const parsed = RetentionPolicyInput.safeParse({
    name: key,
    ...(projectKey === undefined ? {} : { projectKey }),
    description: given.description ?? before?.description ?? '',
    enabled: given.enabled ?? before?.enabled ?? false,
    ...readTimes(given, before),
    ...(minutes > 0 ? { mostMinutes: minutes } : {}),
    permanently: !isArchive && (given.skipTrashcan ?? before?.permanently ?? false),
    archive: isArchive,
    ...readCriteria(given.searchCriteria, projectKey, before),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'searchCriteria');
  throw refuse(names[field] ?? field, getSaid(issue as Problem));
}

const unlessEmpty = <Name extends string, Value extends readonly unknown[]>(name: Name, value: Value) =>
  (value.length > 0 ? { [name]: value } : {}) as Partial<Record<Name, Value>>;

function tellProperties<Name extends string>(name: Name, properties: readonly Property[]) {
  const told = new Map<string, string[]>();
  for (const { key, value } of properties) told.set(key, [...(told.get(key) ?? []), ...(value === undefined ? [] : [value])]);
  return (told.size > 0 ? { [name]: Object.fromEntries(told) } : {}) as Partial<Record<Name, Record<string, string[]>>>;
}

/** Every name under which clients make repositories that can be told apart. */
const everyType = [...formatIds, ...containerFormats.flatMap((id) => getCard(id).aliases ?? [])];

function tellTypes({ packageTypes, formats }: RetentionPolicyInput): string[] {
  if (packageTypes.length > 0) return packageTypes;
  return formats.length > 0 ? formats.flatMap((id) => [id, ...(containerFormats.includes(id) ? (getCard(id).aliases ?? []) : [])]) : everyType;
}

function tellCriteria(policy: RetentionPolicyInput): CleanupPolicy['searchCriteria'] {
  const { repositoryKeys, projectKeys, includePatterns, olderThanDays, unusedForDays, keepVersions } = policy;
  return {
    packageTypes: tellTypes(policy),
    repos: repositoryKeys.length > 0 ? repositoryKeys : ['**'],
    ...unlessEmpty('excludedRepos', policy.excludeRepositoryKeys),
    includedPackages: policy.includePackages,
    ...unlessEmpty('excludedPackages', policy.excludePackages),
    includeAllProjects: policy.projectKey === undefined && projectKeys.length === 0,
    includedProjects: projectKeys,
    ...(olderThanDays === undefined ? {} : { createdBeforeInDays: olderThanDays }),
    ...(unusedForDays === undefined ? {} : { lastDownloadedBeforeInDays: unusedForDays }),
    ...(keepVersions === undefined ? {} : { keepLastNVersions: keepVersions }),
    ...tellProperties('includedProperties', policy.withProperties),
    ...tellProperties('excludedProperties', policy.keepProperties),
    ...(isEverything(includePatterns) ? {} : { includedPaths: includePatterns }),
    ...unlessEmpty('excludedPaths', policy.excludePatterns),
  };
}

/** A retention policy as clients are told of it. */
export function tellPolicy(policy: RetentionPolicyInput): CleanupPolicy {
  const { name, description, enabled, every, cron, mostMinutes, permanently } = policy;
  return {
    key: name,
    description,
    itemType: 'package',
    cronExp: cron,
    ...(every === 'never' || every === 'schedule' ? {} : { every }),
    durationInMinutes: mostMinutes ?? 0,
    enabled,
    skipTrashcan: permanently,
    projectKey: policy.projectKey ?? '',
    searchCriteria: tellCriteria(policy),
  };
}
