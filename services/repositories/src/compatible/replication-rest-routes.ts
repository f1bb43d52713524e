import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/replication-compatible-routes.ts';
import type { Replication, ReplicationInput } from '@packhouse/contract/repositories/replication-routes.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { answerError, handle, protocolScope, toAppError } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import { bodyLimits, readParsed } from '../reading/request-body.ts';
import { changeReplications, type ReplicationChanges, startRun } from '../replication/replication.ts';
import { needReplicable } from '../replication/replication-rules.ts';
import type { ReplicationRow } from '../replication/replication-schema.ts';
import { showReplications } from '../replication/replication-view.ts';
import { getReplicationConfig, getReplicationInput, inTheirNames, RestReplication, RestReplications } from './replication-rest-config.ts';

const getKey = (request: FastifyRequest) => (request.params as { key: string }).key;
const statuses = { waiting: 'never_run', running: 'running', finished: 'ok', failed: 'error', cancelled: 'cancelled' } as const;

interface Status {
  status: string;
  lastCompleted: string;
}

/** How a replication went, in the words of existing monitoring; a run that waits again has failed before. */
function getStatus({ lastRun, lastCompletedAt }: Replication): Status {
  const status = !lastRun ? 'never_run' : lastRun.status === 'waiting' && lastRun.attempts > 0 ? 'error' : statuses[lastRun.status];
  return { status, lastCompleted: lastCompletedAt ?? 'NA' };
}

/** The worst of several, and when the last of them was completed. */
function getOverall(all: readonly Status[]): Status {
  const status = ['error', 'running', 'cancelled', 'never_run', 'ok'].find((one) => all.some((each) => each.status === one)) ?? 'never_run';
  const times = all.map(({ lastCompleted }) => lastCompleted).filter((at) => at !== 'NA');
  return { status, lastCompleted: times.sort().at(-1) ?? 'NA' };
}

/** @throws AppError `not_found` when it has none, `forbidden` */
async function needReplications(context: Context, request: FastifyRequest): Promise<Replication[]> {
  const key = getKey(request);
  const repository = await needReplicable(context, request.actor, key);
  const replications = await showReplications(context, repository.id);
  if (replications.length === 0) throw new AppError(replicationWords.repository_not_replicated, { key });
  return replications;
}

/** Of a remote repository there are not several. @throws AppError `bad_request` */
function requireLocal({ class: repositoryClass, key }: StoringRepository): void {
  if (repositoryClass !== 'local') throw new AppError(replicationWords.only_local_replicated, { key });
}

/** Makes the replications of a repository those that are wanted: the ones with the same address change, the others come and go. */
async function replaceAll({ rows, isPull, add, change, remove }: ReplicationChanges, wanted: readonly RestReplication[], isUpdate: boolean): Promise<void> {
  const inputs: { input: ReplicationInput; before: ReplicationRow | undefined }[] = wanted.map((config) => {
    const before = isPull ? rows[0] : rows.find(({ url }) => url === (config.url ?? ''));
    return { before, input: getReplicationInput(config, { before: isUpdate ? before : undefined, isPull }) };
  });
  for (const row of rows) if (!inputs.some(({ before }) => before === row)) await remove(row);
  for (const { before, input } of inputs) await (before ? change(before, input) : add(input));
}

/** Changes the one that has the address, or the only one there is. @throws AppError `not_found` */
async function changeOne({ rows, isPull, change }: ReplicationChanges, key: string, config: RestReplication): Promise<void> {
  const before = rows.find(({ url }) => url === config.url) ?? (rows.length === 1 ? rows[0] : undefined);
  if (!before) throw new AppError(replicationWords.repository_not_replicated, { key });
  await change(before, getReplicationInput(config, { before, isPull }));
}

/** @throws AppError `bad_request` for a body that says anything */
async function requireNothing(request: FastifyRequest): Promise<void> {
  const text = (await readUpTo(request.raw, bodyLimits.names)).toString('utf8').trim();
  if (text === '') return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError(sharedWords.body_is_no_json);
  }
  const field = [body].flat().flatMap((one) => Object.keys((one ?? {}) as object))[0];
  if (field !== undefined) throw new AppError(replicationWords.execution_takes_no_field, { field });
}

/** `/artifactory/api/replications…` and `/artifactory/api/replication…`, as existing clients call them. */
export async function replicationRestRoutes(app: FastifyInstance, context: Context): Promise<void> {
  readRoutes(app, context);
  await writeRoutes(app, context);
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.listReplications, async () => {
    const replications = await showReplications(context);
    return replications.map((replication) => ({ ...getReplicationConfig(replication), ...getStatus(replication) }));
  });

  handle(app, platform, contract.readReplicationConfig, async (_, { request, reply }) => {
    const configs = (await needReplications(context, request)).map(getReplicationConfig);
    const [only] = configs;
    return reply.send(only?.replicationType === 'PULL' ? only : configs);
  });

  handle(app, platform, contract.readReplicationStatus, async (_, { request }) => {
    const key = getKey(request);
    const replications = await needReplications(context, request);
    const overall = getOverall(replications.map(getStatus));
    return {
      ...overall,
      targets: replications.map((replication) => ({ url: replication.url, repoKey: key, ...getStatus(replication) })),
      repositories: { [key]: overall },
    };
  });
}

/** Makes the changes that somebody may make, and tells refusals in the words of existing clients. */
async function change(context: Context, request: FastifyRequest, repository: StoringRepository, work: (changes: ReplicationChanges) => Promise<void>) {
  await changeReplications(context, repository, work, { actor: request.actor, address: request.ip }).catch((error: unknown) => {
    throw inTheirNames(error);
  });
  return { message: `The replications of ${repository.key} were changed` };
}

async function writeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (toAppError(error).status === 401) reply.header('www-authenticate', `Basic realm="${context.platform.identity.basicRealm()}"`);
      return answerError(error, request, reply);
    });
    changeRoutes(scope, context);
    severalRoutes(scope, context);
    executionRoute(scope, context);
  });
}

/** Asked before a body is read, so that none of strangers is. */
const need = (context: Context, request: FastifyRequest) => needReplicable(context, request.actor, getKey(request));

function changeRoutes(scope: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(scope, platform, contract.createReplicationFromConfig, async (_, { request, reply }) => {
    const repository = await need(context, request);
    const config = await readParsed(request, RestReplication, bodyLimits.repositories);
    return reply.code(201).send(await change(context, request, repository, (changes) => replaceAll(changes, [config], false)));
  });

  handle(scope, platform, contract.changeReplicationFromConfig, async (_, { request, reply }) => {
    const repository = await need(context, request);
    const config = await readParsed(request, RestReplication, bodyLimits.repositories);
    return reply.send(await change(context, request, repository, (changes) => changeOne(changes, repository.key, config)));
  });

  handle(scope, platform, contract.removeReplications, async (_, { request, reply }) => {
    const { url } = request.query as { url?: string };
    const replications = await needReplications(context, request);
    if (url !== undefined && !replications.some((one) => one.url === url)) throw new AppError(replicationWords.no_replication);
    const remove = async ({ rows, isPull, remove: removeRow }: ReplicationChanges) => {
      for (const row of rows) if (url === undefined || isPull || row.url === url) await removeRow(row);
    };
    return reply.send(await change(context, request, await need(context, request), remove));
  });
}

function severalRoutes(scope: FastifyInstance, context: Context): void {
  for (const [route, isUpdate] of [
    [contract.createReplicationsFromConfig, false],
    [contract.changeReplicationsFromConfig, true],
  ] as const)
    handle(scope, context.platform, route, async (_, { request, reply }) => {
      const repository = await need(context, request);
      requireLocal(repository);
      const { replications, ...shared } = await readParsed(request, RestReplications, bodyLimits.repositories);
      const wanted = replications.map((one) => ({ ...one, ...shared }));
      return reply.code(isUpdate ? 200 : 201).send(await change(context, request, repository, (changes) => replaceAll(changes, wanted, isUpdate)));
    });
}

function executionRoute(scope: FastifyInstance, context: Context): void {
  handle(scope, context.platform, contract.executeReplication, async (_, { request, reply }) => {
    const key = getKey(request);
    const replications = await needReplications(context, request);
    await requireNothing(request);
    const enabled = replications.filter((one) => one.enabled);
    if (enabled.length === 0) throw new AppError(replicationWords.replication_disabled);
    for (const one of enabled) await startRun(context, key, one, { actor: request.actor, address: request.ip });
    return reply.code(202).send({ message: `Replication of ${key} was scheduled` });
  });
}
