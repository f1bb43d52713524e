import { AppError } from '@packhouse/contract/errors.ts';
import type { ReplicationInput } from '@packhouse/contract/repositories/replication-routes.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import { needNextRun } from '../reading/schedule.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { announced } from '../storage/announce.ts';
import { requireProxy } from '../upstream/proxies.ts';
import { forgetCopies } from './copy-queries.ts';
import { queueReplication } from './queue-replication.ts';
import {
  deleteReplicationRow,
  insertReplication,
  insertRun,
  lockReplications,
  type ReplicationValues,
  updateOpenRun,
  updateReplicationRow,
} from './replication-queries.ts';
import { getFitting } from './replication-rules.ts';
import type { ReplicationRow, ReplicationRunRow } from './replication-schema.ts';
import { toSettings } from './replication-view.ts';

type Tx = Transaction<RepositoriesSchema>;

/** Who changes something, for the audit log. */
export interface Changer {
  actor: Pick<Actor, 'name' | 'administrator'>;
  address: string;
}

/** Everything but the password, for the audit log. */
const auditable = (row: ReplicationRow) => ({ url: row.url, username: row.username, ...toSettings(row) });

/** Gives what is stored of what was sent. @throws AppError `invalid_input`, `forbidden` */
function makeValues(
  context: Context,
  repository: StoringRepository,
  given: ReplicationInput,
  { changer, before }: { changer: Changer; before?: ReplicationRow | undefined },
): ReplicationValues {
  const input = getFitting(repository, given, { changer: changer.actor, before });
  const { password } = input;
  return {
    url: input.url,
    username: input.username,
    password: password === undefined ? (before?.password ?? null) : password === '' ? null : context.platform.secrets.encrypt(password),
    enabled: input.enabled,
    cron: input.cron,
    events: input.events,
    sync_deletes: input.syncDeletes,
    sync_properties: input.syncProperties,
    include_prefix: input.includePrefix,
    exclude_prefix: input.excludePrefix,
    check_binaries: input.checkBinaries,
    proxy: input.proxy,
    disable_proxy: input.disableProxy,
    timeout_milliseconds: input.timeoutMilliseconds,
    allow_private: input.allowPrivate,
    next_run_at: needNextRun(input.cron),
    modified_by: changer.actor.name,
  };
}

const audit = ({ platform }: Context, tx: Tx, { actor, address }: Changer, action: string, subject: string, change: { before?: unknown; after?: unknown }) =>
  platform.identity.audit({ actor: actor.name, address, action: `replication.${action}`, subject, ...change }, tx);

const refuseSecond = () => {
  const said = say(replicationWords.replication_exists);
  return new AppError('already_exists', { said, detail: [{ path: 'url', ...said }] });
};

async function addIn(context: Context, tx: Tx, repository: StoringRepository, input: ReplicationInput, changer: Changer): Promise<ReplicationRow> {
  const values = makeValues(context, repository, input, { changer });
  await requireProxy(tx, input);
  const row = await insertReplication(tx, repository.id, values);
  await audit(context, tx, changer, 'created', repository.key, { after: auditable(row) });
  return row;
}

async function changeIn(
  context: Context,
  tx: Tx,
  repository: StoringRepository,
  { before, input }: { before: ReplicationRow; input: ReplicationInput },
  changer: Changer,
): Promise<ReplicationRow> {
  const values = makeValues(context, repository, input, { changer, before });
  await requireProxy(tx, input);
  const row = await updateReplicationRow(tx, before.id, { ...values, modified_at: new Date(), failures: 0, retry_at: null, message: null, said: null });
  // Another place has none of it, as far as anybody knows.
  if (row.url !== before.url) await forgetCopies(tx, row.id);
  await audit(context, tx, changer, 'updated', repository.key, { before: auditable(before), after: auditable(row) });
  return row;
}

async function removeIn(context: Context, tx: Tx, repository: StoringRepository, row: ReplicationRow, changer: Changer): Promise<void> {
  await deleteReplicationRow(tx, row.id);
  await audit(context, tx, changer, 'deleted', repository.key, { before: auditable(row) });
}

/** Changes replications of a repository, of which nobody else changes any meanwhile, and tells everybody. */
export function changeReplications<Result>(
  context: Context,
  repository: StoringRepository,
  work: (change: ReplicationChanges) => Promise<Result>,
  changer: Changer,
): Promise<Result> {
  return context.db.transaction().execute((tx) => changeReplicationsIn(context, tx, repository, work, changer));
}

/** The same with other changes. */
export async function changeReplicationsIn<Result>(
  context: Context,
  tx: Tx,
  repository: StoringRepository,
  work: (change: ReplicationChanges) => Promise<Result>,
  changer: Changer,
): Promise<Result> {
  await tx.selectFrom('repository').select('id').where('id', '=', repository.id).forUpdate().execute();
  const rows = await lockReplications(tx, repository.id);
  const requireFree = (input: ReplicationInput, self?: ReplicationRow) => {
    // A remote repository has one upstream.
    const isTaken = (row: ReplicationRow) => row.id !== self?.id && (repository.class === 'remote' || row.url === input.url);
    if (rows.some(isTaken)) throw refuseSecond();
  };
  const result = await work({
    rows,
    isPull: repository.class === 'remote',
    add: async (input) => {
      requireFree(input);
      return addIn(context, tx, repository, input, changer);
    },
    change: async (before, input) => {
      requireFree(input, before);
      return changeIn(context, tx, repository, { before, input }, changer);
    },
    remove: (row) => removeIn(context, tx, repository, row, changer),
  });
  await context.platform.outbox.publish(tx, { type: 'replication.changed', subject: repository.key, data: {} });
  return result;
}

/** What can be done to the replications of a repository, in one transaction. */
export interface ReplicationChanges {
  /** Those there are. */
  rows: readonly ReplicationRow[];
  /** A remote repository is filled; others are sent away. */
  isPull: boolean;
  add(input: ReplicationInput): Promise<ReplicationRow>;
  change(before: ReplicationRow, input: ReplicationInput): Promise<ReplicationRow>;
  remove(row: ReplicationRow): Promise<void>;
}

/** Has a replication run now. @throws AppError `conflict` when it is disabled, or a run is under way */
export function startRun(context: Context, key: string, row: Pick<ReplicationRow, 'id' | 'enabled' | 'url'>, changer: Changer): Promise<ReplicationRunRow> {
  if (!row.enabled) throw new AppError(replicationWords.replication_disabled);
  return announced(
    context,
    'replication.run',
    async (tx) => {
      const run = await insertRun(tx, row.id, changer.actor.name);
      if (!run) throw new AppError(replicationWords.replication_runs_already);
      await queueReplication(context, row.id, { transaction: tx });
      await audit(context, tx, changer, 'run', key, { after: { url: row.url, run: run.id } });
      return run;
    },
    key,
  );
}

/** Ends the run that is open; what is being sent is broken off. @throws AppError `conflict` when none is */
export function cancelRun(context: Context, key: string, open: ReplicationRunRow | undefined, changer: Changer): Promise<ReplicationRunRow> {
  return announced(
    context,
    'replication.run',
    async (tx) => {
      const run = open && (await updateOpenRun(tx, open.id, { status: 'cancelled', finished_at: new Date(), current: null }));
      if (!run) throw new AppError(replicationWords.nothing_to_cancel);
      await audit(context, tx, changer, 'cancelled', key, { after: { run: run.id } });
      return run;
    },
    key,
  );
}
