import { AppError, type FieldProblem } from '@packhouse/contract/errors.ts';
import type { ReplicationConfig } from '@packhouse/contract/repositories/replication-compatible-routes.ts';
import { type Replication, ReplicationInput } from '@packhouse/contract/repositories/replication-routes.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { z } from 'zod';
import { checked } from '../reading/request-body.ts';
import type { ReplicationRow } from '../replication/replication-schema.ts';
import { toInput } from '../replication/replication-view.ts';

const fields = {
  url: z.string().nullish(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  cronExp: z.string().nullish(),
  enabled: z.boolean().nullish(),
  enableEventReplication: z.boolean().nullish(),
  syncDeletes: z.boolean().nullish(),
  syncProperties: z.boolean().nullish(),
  syncStatistics: z.boolean().nullish(),
  socketTimeoutMillis: z.int().nullish(),
  pathPrefix: z.string().nullish(),
  includePathPrefixPattern: z.string().nullish(),
  excludePathPrefixPattern: z.string().nullish(),
  checkBinaryExistenceInFilestore: z.boolean().nullish(),
  proxy: z.string().nullish(),
  proxyRef: z.string().nullish(),
  disableProxy: z.boolean().nullish(),
  allowPrivateAddresses: z.boolean().nullish(),
  /** These say nothing but what stands in the address, or what we gave. */
  repoKey: z.string().nullish(),
  replicationKey: z.string().nullish(),
  replicationType: z.string().nullish(),
};

/** A replication as existing clients send it. */
export const RestReplication = z.looseObject(fields);
export type RestReplication = z.output<typeof RestReplication>;

/** Several targets of a repository; what stands outside the list counts for all of them. */
export const RestReplications = z.looseObject({
  cronExp: z.string().nullish(),
  enableEventReplication: z.boolean().nullish(),
  replications: z.array(RestReplication).max(200),
});

/** Their names of our settings. */
const names = {
  url: 'url',
  username: 'username',
  cron: 'cronExp',
  enabled: 'enabled',
  events: 'enableEventReplication',
  syncDeletes: 'syncDeletes',
  syncProperties: 'syncProperties',
  includePrefix: 'includePathPrefixPattern',
  excludePrefix: 'excludePathPrefixPattern',
  checkBinaries: 'checkBinaryExistenceInFilestore',
  proxy: 'proxy',
  disableProxy: 'disableProxy',
  timeoutMilliseconds: 'socketTimeoutMillis',
  allowPrivate: 'allowPrivateAddresses',
} as const;

/** What a client sends means this: a replication that is there, and whether the repository is filled by it. */
interface Meant {
  before?: ReplicationRow | undefined;
  isPull: boolean;
}

/** The settings of a replication that is there, as an input that changes nothing. */
function readInput(row: ReplicationRow, isPull: boolean): ReplicationInput {
  return { ...(isPull ? {} : { url: row.url }), username: row.username, ...toInput(row) };
}

/** Clients send empty passwords where they do not know them. */
const getPassword = ({ password }: RestReplication) => (password ? { password } : {});

/**
 * Gives the input for what a client sends; what it leaves out stays as it is.
 * @throws AppError `bad_request` for a field that is not obeyed, `invalid_input` for a value that does not fit
 */
export function getReplicationInput(config: RestReplication, { before, isPull }: Meant): ReplicationInput {
  const unknown = Object.keys(config).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw new AppError(replicationWords.field_not_replicated, { field: unknown });
  if (config.syncStatistics) {
    const said = say(replicationWords.statistics_not_replicated);
    throw new AppError(sharedWords.named, { name: 'syncStatistics', why: said }, { code: 'bad_request' });
  }
  const given = {
    ...config,
    // Where a repository is filled from its upstream, an empty address says nothing.
    url: isPull ? config.url || undefined : config.url,
    includePathPrefixPattern: config.includePathPrefixPattern || config.pathPrefix,
    proxy: config.proxy ?? config.proxyRef,
  };
  const chosen = Object.entries(names).flatMap(([ours, theirs]) => (given[theirs] === undefined || given[theirs] === null ? [] : [[ours, given[theirs]]]));
  return checked({ ...(before ? readInput(before, isPull) : {}), ...Object.fromEntries(chosen), ...getPassword(config) }, ReplicationInput);
}

/** A refusal that names the field as the client does. */
export function inTheirNames(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input' || !Array.isArray(error.detail)) return error;
  const [problem] = error.detail as FieldProblem[];
  if (!problem) return error;
  const name = names[problem.path as keyof typeof names] ?? problem.path;
  return new AppError(sharedWords.named, { name, why: problem }, { code: 'bad_request' });
}

/** A replication as existing clients are told of it. */
export function getReplicationConfig(replication: Replication): ReplicationConfig {
  const { id, repository: repoKey } = replication;
  return {
    url: replication.url,
    username: replication.username,
    cronExp: replication.cron,
    enabled: replication.enabled,
    enableEventReplication: replication.events,
    syncDeletes: replication.syncDeletes,
    syncProperties: replication.syncProperties,
    syncStatistics: false,
    repoKey,
    replicationKey: `${repoKey}_${id}`,
    replicationType: replication.direction === 'push' ? 'PUSH' : 'PULL',
    socketTimeoutMillis: replication.timeoutMilliseconds,
    pathPrefix: replication.includePrefix,
    includePathPrefixPattern: replication.includePrefix,
    excludePathPrefixPattern: replication.excludePrefix,
    checkBinaryExistenceInFilestore: replication.checkBinaries,
    proxyRef: replication.proxy,
    disableProxy: replication.disableProxy,
    allowPrivateAddresses: replication.allowPrivate,
  };
}
