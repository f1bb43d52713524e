import type { ReleaseBundleCleanup, ReleaseBundleCleanupInput } from '@packhouse/contract/distribution/release-bundle-cleanup-compatible-routes.ts';
import { releaseBundleCleanupWords } from '@packhouse/contract/distribution/release-bundle-cleanup-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import { audit, type Caller } from '../release-bundle/announce.ts';
import { queueCleanup } from './cleanup-job.ts';
import { makePolicy, tellPolicy } from './cleanup-policy.ts';
import * as queries from './cleanup-queries.ts';

const missing = (key: string) => new AppError(releaseBundleCleanupWords.no_bundle_cleanup, { key });
const action = (what: string) => `release-bundle-cleanup.${what}`;

export async function listPolicies({ db }: Context): Promise<ReleaseBundleCleanup[]> {
  return (await queries.selectPolicies(db)).map(tellPolicy);
}

/** @throws AppError `not_found` */
export async function readPolicy({ db }: Context, key: string): Promise<ReleaseBundleCleanup> {
  const row = await queries.selectPolicy(db, key);
  if (!row) throw missing(key);
  return tellPolicy(row);
}

/** @throws AppError `conflict`, `bad_request` naming the field */
export function createPolicy(context: Context, key: string, given: ReleaseBundleCleanupInput, caller: Caller): Promise<ReleaseBundleCleanup> {
  return context.db.transaction().execute(async (tx) => {
    if (!/^[\w-]{3,100}$/.test(key)) throw new AppError(releaseBundleCleanupWords.bundle_cleanup_key_form);
    const made = await queries.insertPolicy(tx, { key, ...makePolicy(key, given), modified_by: caller.actor.name });
    if (!made) throw new AppError(releaseBundleCleanupWords.bundle_cleanup_exists, { key });
    await audit(context, tx, caller, action('created'), key, { after: tellPolicy(made) });
    return tellPolicy(made);
  });
}

/** Changes the policy while nobody else does. @throws AppError `not_found` */
function change(
  context: Context,
  key: string,
  caller: Caller,
  make: (before: queries.CleanupPolicyRow) => Parameters<typeof queries.updatePolicy>[2],
): Promise<ReleaseBundleCleanup> {
  return context.db.transaction().execute(async (tx) => {
    const before = await queries.lockPolicy(tx, key);
    if (!before) throw missing(key);
    const after = await queries.updatePolicy(tx, key, { ...make(before), modified_by: caller.actor.name });
    await audit(context, tx, caller, action('changed'), key, { before: tellPolicy(before), after: tellPolicy(after) });
    return tellPolicy(after);
  });
}

/** @throws AppError `not_found`, `bad_request` naming the field */
export function changePolicy(context: Context, key: string, given: ReleaseBundleCleanupInput, caller: Caller): Promise<ReleaseBundleCleanup> {
  return change(context, key, caller, (before) => makePolicy(key, given, before));
}

/** @throws AppError `not_found` */
export function enablePolicy(context: Context, key: string, enabled: boolean, caller: Caller): Promise<ReleaseBundleCleanup> {
  return change(context, key, caller, () => ({ enabled }));
}

/** Switches off those that are on. */
export async function disableAll(context: Context, caller: Caller): Promise<void> {
  for (const { key, enabled } of await queries.selectPolicies(context.db)) if (enabled) await enablePolicy(context, key, false, caller);
}

/** @throws AppError `not_found` */
export function removePolicy(context: Context, key: string, caller: Caller): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const before = await queries.lockPolicy(tx, key);
    if (!before) throw missing(key);
    await queries.deletePolicy(tx, key);
    await audit(context, tx, caller, action('deleted'), key, { before: tellPolicy(before) });
  });
}

/** Has a policy applied, or only has counted what would go; gives the id of the run. @throws AppError `not_found`, `bad_request` for one that is off */
export function startCleanup(context: Context, key: string, dryRun: boolean, caller: Caller): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const policy = await queries.lockPolicy(tx, key);
    if (!policy) throw missing(key);
    if (!policy.enabled && !dryRun) throw new AppError(releaseBundleCleanupWords.bundle_cleanup_disabled, { key });
    const { id } = await queries.insertRun(tx, { policy: key, dry_run: dryRun, requested_by: caller.actor.name });
    await queueCleanup(context, tx, id);
    await audit(context, tx, caller, action('run'), key, { after: { run: id, ...(dryRun ? { dryRun } : {}) } });
    return id;
  });
}

/** The latest runs of a policy. @throws AppError `not_found` */
export async function listRuns({ db }: Context, key: string) {
  if (!(await queries.selectPolicy(db, key))) throw missing(key);
  return (await queries.selectRuns(db, key)).map((row) => ({
    runId: row.id,
    status: row.status,
    dryRun: row.dry_run,
    requestedBy: row.requested_by,
    started: row.started_at.toISOString(),
    ...(row.finished_at === null ? {} : { finished: row.finished_at.toISOString() }),
    versions: row.versions,
    bytes: Number(row.bytes),
    ...(row.message === null ? {} : { message: row.message }),
  }));
}
