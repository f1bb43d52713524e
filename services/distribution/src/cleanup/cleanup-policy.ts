import type { ReleaseBundleCleanup, ReleaseBundleCleanupInput } from '@packhouse/contract/distribution/release-bundle-cleanup-compatible-routes.ts';
import { releaseBundleCleanupWords } from '@packhouse/contract/distribution/release-bundle-cleanup-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { Cron } from 'croner';
import type { CleanupCriteria } from '../schema.ts';
import type { CleanupPolicyRow } from './cleanup-queries.ts';

/** As clients mean it that name no age. */
const usualMonths = 24;
/** What belongs to no project goes by this name. */
const noProject = 'default';

type Criteria = ReleaseBundleCleanupInput['searchCriteria'];

function requireNoProject(field: string, project: string): void {
  if (project !== '' && project !== noProject)
    throw new AppError(releaseBundleCleanupWords.bundle_cleanup_project, { field: `searchCriteria.${field}`, project });
}

/** @throws AppError `bad_request` naming the field */
function readCriteria({ includeAllProjects, includedProjects, releaseBundles, ...rest }: Criteria): CleanupCriteria {
  for (const project of includedProjects ?? []) requireNoProject('includedProjects', project);
  for (const { projectKey } of releaseBundles) requireNoProject('releaseBundles', projectKey ?? '');
  if (!includeAllProjects && !includedProjects?.includes(noProject)) throw new AppError(releaseBundleCleanupWords.bundle_cleanup_places_unsaid);
  const { createdBeforeInDays: days, createdBeforeInMonths: months } = rest;
  if (days && months) throw new AppError(releaseBundleCleanupWords.bundle_cleanup_two_ages);
  return {
    allProjects: includeAllProjects === true,
    names: releaseBundles.map(({ name }) => name),
    keptEnvironments: rest.excludePromotedEnvironments ?? [],
    ...(days ? { days } : { months: months ?? usualMonths }),
  };
}

/** When a schedule comes around next, in UTC; null without one. Six fields and more begin with the seconds, and count days of the week from Sunday as 1. */
export function findNextRun(cron: string): Date | null {
  if (cron === '') return null;
  return new Cron(cron, { paused: true, timezone: 'UTC', sloppyRanges: true, alternativeWeekdays: cron.split(/\s+/).length > 5 }).nextRun();
}

/** @throws AppError `bad_request` */
function needNextRun(cron: string): Date | null {
  let next: Date | null;
  try {
    next = findNextRun(cron);
  } catch (cause) {
    throw new AppError(releaseBundleCleanupWords.bundle_cleanup_schedule, {}, { cause });
  }
  if (!next && cron !== '') throw new AppError(releaseBundleCleanupWords.bundle_cleanup_schedule);
  return next;
}

/** The policy that a client means; beside the criteria, what it leaves out stays as it is. @throws AppError `bad_request` naming the field */
export function makePolicy(key: string, given: ReleaseBundleCleanupInput, before?: CleanupPolicyRow) {
  if (given.key && given.key !== key) throw new AppError(releaseBundleCleanupWords.bundle_cleanup_key_differs, { key });
  const cron = (given.cronExp ?? before?.cron ?? '').trim();
  const minutes = given.durationInMinutes ?? before?.most_minutes ?? 0;
  return {
    description: given.description ?? before?.description ?? '',
    enabled: given.enabled ?? before?.enabled ?? false,
    cron,
    next_run_at: needNextRun(cron),
    most_minutes: minutes > 0 ? minutes : null,
    criteria: JSON.stringify(readCriteria(given.searchCriteria)),
  };
}

/** A policy as clients are told of it. */
export function tellPolicy({ key, description, cron, most_minutes: minutes, enabled, criteria }: CleanupPolicyRow): ReleaseBundleCleanup {
  const { allProjects, names, keptEnvironments, months, days } = criteria;
  return {
    key,
    description,
    itemType: 'releaseBundle',
    cronExp: cron,
    durationInMinutes: minutes ?? 0,
    enabled,
    skipTrashcan: true,
    projectKey: '',
    searchCriteria: {
      includeAllProjects: allProjects,
      includedProjects: allProjects ? [] : [noProject],
      releaseBundles: names.map((name) => ({ name, projectKey: '' })),
      excludePromotedEnvironments: [...keptEnvironments],
      ...(days === undefined ? { createdBeforeInMonths: months ?? usualMonths } : { createdBeforeInDays: days }),
    },
  };
}
