import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { ReplicationInput } from '@packhouse/contract/repositories/replication-routes.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { LocalRepository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { announced } from '../storage/announce.ts';
import { requireProxy } from '../upstream/proxies.ts';
import { forgetCopies } from './copy-queries.ts';
import { readAddress } from './other-side.ts';
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
import type { ReplicationRow, ReplicationRunRow } from './replication-schema.ts';
import { needNextRun } from './schedule.ts';

type Tx = Transaction<RepositoriesSchema>;

/** Who changes something, for the audit log. */
export interface Changer {
  actor: { name: string };
  address: string;
}

/** @throws AppError `bad_request`, `repository_not_found` */
export async function needReplicable({ directory }: Context, key: string): Promise<LocalRepository> {
  const repository = await directory.need(key);
  if (repository.class === 'local' && !isBuildRepository(key) && !isReleaseBundleRepository(key)) return repository;
  throw new AppError(replicationWords.only_local_replicated, { key });
}

/** Everything but the password, for the audit log. */
const auditable = (row: ReplicationRow) => ({
  url: row.url,
  username: row.username,
  hasPassword: row.password !== null,
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

/** A password that is kept only ever goes to the server it was given for. */
function keepPassword(input: ReplicationInput, before: ReplicationRow | undefined): string | null {
  const kept = before?.password ?? null;
  if (kept !== null && before && new URL(before.url).origin !== new URL(input.url).origin)
    throw fieldRefusal('password', say(repositoryWords.stored_password_of_another_server));
  return kept;
}

/** Gives what is stored of what was sent. @throws AppError `invalid_input` */
function makeValues(context: Context, input: ReplicationInput, { by, before }: { by: string; before?: ReplicationRow | undefined }): ReplicationValues {
  const { password } = input;
  return {
    url: input.url,
    username: input.username,
    password: password === undefined ? keepPassword(input, before) : password === '' ? null : context.platform.secrets.encrypt(password),
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
    modified_by: by,
  };
}

const audit = ({ platform }: Context, tx: Tx, { actor, address }: Changer, action: string, subject: string, change: { before?: unknown; after?: unknown }) =>
  platform.identity.audit({ actor: actor.name, address, action: `replication.${action}`, subject, ...change }, tx);

const refuseSecond = () => {
  const said = say(replicationWords.replication_exists);
  return new AppError('already_exists', { said, detail: [{ path: 'url', ...said }] });
};

async function addIn(context: Context, tx: Tx, repository: LocalRepository, input: ReplicationInput, changer: Changer): Promise<ReplicationRow> {
  readAddress(input.url);
  await requireProxy(tx, input);
  const row = await insertReplication(tx, repository.id, makeValues(context, input, { by: changer.actor.name }));
  await audit(context, tx, changer, 'created', repository.key, { after: auditable(row) });
  return row;
}

async function changeIn(
  context: Context,
  tx: Tx,
  repository: LocalRepository,
  { before, input }: { before: ReplicationRow; input: ReplicationInput },
  changer: Changer,
): Promise<ReplicationRow> {
  readAddress(input.url);
  await requireProxy(tx, input);
  const values = makeValues(context, input, { by: changer.actor.name, before });
  const row = await updateReplicationRow(tx, before.id, { ...values, modified_at: new Date(), failures: 0, retry_at: null, message: null, said: null });
  // Another place has none of it, as far as anybody knows.
  if (row.url !== before.url) await forgetCopies(tx, row.id);
  await audit(context, tx, changer, 'updated', repository.key, { before: auditable(before), after: auditable(row) });
  return row;
}

async function removeIn(context: Context, tx: Tx, repository: LocalRepository, row: ReplicationRow, changer: Changer): Promise<void> {
  await deleteReplicationRow(tx, row.id);
  await audit(context, tx, changer, 'deleted', repository.key, { before: auditable(row) });
}

/** Changes replications of a repository, of which nobody else changes any meanwhile, and tells everybody. */
export function changeReplications<Result>(
  context: Context,
  repository: LocalRepository,
  work: (change: ReplicationChanges) => Promise<Result>,
  changer: Changer,
): Promise<Result> {
  return announced(
    context,
    'replication.changed',
    async (tx) => {
      await tx.selectFrom('repository').select('id').where('id', '=', repository.id).forUpdate().execute();
      const rows = await lockReplications(tx, repository.id);
      const requireFree = (input: ReplicationInput, self?: ReplicationRow) => {
        const isTaken = (row: ReplicationRow) => row.id !== self?.id && row.url === input.url;
        if (rows.some(isTaken)) throw refuseSecond();
      };
      return work({
        rows,
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
    },
    repository.key,
  );
}

/** What can be done to the replications of a repository, in one transaction. */
export interface ReplicationChanges {
  /** Those there are. */
  rows: readonly ReplicationRow[];
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
