import type { FailingReplication } from '@packhouse/contract/repositories/failing-replication-routes.ts';
import type { Replication, ReplicationRun } from '@packhouse/contract/repositories/replication-routes.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { countChanges, selectLastCompleted, selectLastRuns, selectReplications } from './replication-queries.ts';
import type { ReplicationRow, ReplicationRunRow } from './replication-schema.ts';

export const toRun = (row: ReplicationRunRow): ReplicationRun => ({
  id: row.id,
  status: row.status,
  requestedBy: row.requested_by,
  startedAt: row.started_at.toISOString(),
  ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
  attempts: row.attempts,
  total: row.total,
  sent: row.sent,
  known: row.known,
  bytes: row.bytes,
  properties: row.properties,
  deleted: row.deleted,
  refused: row.refused,
  ...(row.current === null ? {} : { current: row.current }),
  ...tellSaid(row),
});

interface Progress {
  waitingChanges: number;
  lastRun: ReplicationRunRow | undefined;
  lastCompleted: Date | undefined;
}

/** Where it goes or comes from: a remote repository's upstream, as it is now. */
const getPlace = (row: ReplicationRow, repository: Repository | undefined) =>
  repository?.class === 'remote'
    ? ({ direction: 'pull', url: repository.settings.url, username: '' } as const)
    : ({ direction: 'push', url: row.url, username: row.username } as const);

/** What may be set, but where it goes and as whom. */
export const toInput = (row: ReplicationRow) => ({
  enabled: row.enabled,
  cron: row.cron,
  events: row.events,
  syncDeletes: row.sync_deletes,
  syncProperties: row.sync_properties,
  includePrefix: row.include_prefix,
  excludePrefix: row.exclude_prefix,
  checkBinaries: row.check_binaries,
  proxy: row.proxy,
  disableProxy: row.disable_proxy,
  timeoutMilliseconds: row.timeout_milliseconds,
  allowPrivate: row.allow_private,
});

/** Settings as they are shown and audited: everything but the password, and where it goes. */
export const toSettings = (row: ReplicationRow) => ({ hasPassword: row.password !== null, ...toInput(row) });

const toReplication = (row: ReplicationRow, repository: Repository | undefined, { waitingChanges, lastRun, lastCompleted }: Progress): Replication => ({
  id: row.id,
  repository: repository?.key ?? '',
  ...getPlace(row, repository),
  ...toSettings(row),
  ...(row.enabled && row.next_run_at ? { nextRunAt: row.next_run_at.toISOString() } : {}),
  waitingChanges,
  ...(row.retry_at && row.retry_at.getTime() > Date.now() ? { retryAt: row.retry_at.toISOString() } : {}),
  ...(row.message === null ? {} : { problem: { message: row.message, ...row.said } }),
  ...(lastRun ? { lastRun: toRun(lastRun) } : {}),
  ...(lastCompleted ? { lastCompletedAt: lastCompleted.toISOString() } : {}),
});

/** Replications of one repository, or of all, as those see them who may change them. */
export async function showReplications(context: Pick<Context, 'db' | 'directory'>, repositoryId?: number): Promise<Replication[]> {
  return showRows(context, await selectReplications(context.db, repositoryId));
}

/** The same of rows that are known. */
export async function showRows({ db, directory }: Pick<Context, 'db' | 'directory'>, rows: readonly ReplicationRow[]): Promise<Replication[]> {
  const ids = rows.map(({ id }) => id);
  const [runs, changes, completed] = await Promise.all([selectLastRuns(db, ids), countChanges(db, ids), selectLastCompleted(db, ids)]);
  return Promise.all(
    rows.map(async (row) => {
      const progress = { waitingChanges: changes.get(row.id) ?? 0, lastRun: runs.get(row.id), lastCompleted: completed.get(row.id) };
      return toReplication(row, await directory.byId(row.repository_id), progress);
    }),
  );
}

/** A replication that does not get through, with what is known of why. */
export function toFailing({ id, repository, url, problem, lastRun }: Replication): FailingReplication {
  const failed = lastRun?.status === 'failed' ? lastRun : undefined;
  const why = problem ?? (failed?.message === undefined ? undefined : { message: failed.message, reason: failed.reason, values: failed.values });
  return {
    id,
    repository,
    url,
    ...(failed?.finishedAt ? { failedAt: failed.finishedAt } : {}),
    ...(why ? { problem: why } : {}),
  };
}
