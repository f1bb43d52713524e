import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { ReplicationInput } from '@packhouse/contract/repositories/replication-routes.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { repositoryRules } from '@packhouse/contract/repositories/repository-words.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { type Sentence, say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository, StoringRepository } from '../directory/directory.ts';
import { requireWholeManager } from '../directory/repository-access.ts';
import { requireTrustedUpstream } from '../repository/upstream-rules.ts';
import { readAddress } from './other-side.ts';
import type { ReplicationRow } from './replication-schema.ts';

/**
 * The repository whose replications somebody wants to see or change.
 * @throws AppError `repository_not_found`, `forbidden`, `unauthenticated`, `bad_request`
 */
export async function needReplicable({ directory }: Context, actor: Actor, key: string): Promise<StoringRepository> {
  const repository = await directory.need(key);
  requireWholeManager(actor, repository);
  if (repository.class === 'virtual' || isBuildRepository(key) || isReleaseBundleRepository(key))
    throw new AppError(replicationWords.only_local_and_remote_replicated, { key });
  return repository;
}

function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [readAddress(one), readAddress(other)];
  return first.service === second.service && first.key === second.key;
}

/** A remote repository says itself where its upstream is and how it is reached. @throws AppError `bad_request`, `invalid_input` */
function requirePull({ key, settings }: RemoteRepository, input: ReplicationInput): void {
  if (!settings.storeLocally) throw new AppError(replicationWords.pull_keeps_nothing, { key });
  readAddress(settings.url);
  const ownWay = replicationWords.upstream_says_way;
  const refusals: readonly [keyof ReplicationInput, boolean, Sentence][] = [
    ['url', input.url !== undefined && !isSamePlace(input.url, settings.url), ownWay],
    ['username', input.username !== '' && input.username !== settings.username, ownWay],
    ['password', input.password !== undefined && input.password !== '', ownWay],
    ['allowPrivate', input.allowPrivate && !settings.allowPrivate, ownWay],
    ['events', input.events, replicationWords.pull_follows_nothing],
    ['checkBinaries', input.checkBinaries, replicationWords.pull_asks_for_bytes],
  ];
  for (const [field, isRefused, why] of refusals) if (isRefused) throw fieldRefusal(field, say(why));
}

/**
 * Gives the input as the repository can have it, with its address.
 * @throws AppError `bad_request`, `invalid_input`, and `forbidden` where only an administrator may choose so
 */
export function getFitting(
  repository: StoringRepository,
  input: ReplicationInput,
  { changer, before }: { changer: { administrator: boolean }; before?: ReplicationRow | undefined },
): ReplicationInput & { url: string } {
  const isPull = repository.class === 'remote';
  if (isPull) requirePull(repository, input);
  const url = isPull ? repository.settings.url : input.url;
  if (url === undefined) throw fieldRefusal('url', say(repositoryRules.give_upstream_address));
  readAddress(url);
  const fitting = isPull ? { ...input, url, username: '', password: undefined, allowPrivate: false } : { ...input, url };
  const known = before && {
    url: before.url,
    proxy: before.proxy,
    disableProxy: before.disable_proxy,
    allowPrivate: before.allow_private,
    hasPassword: before.password !== null,
    passwordGiven: input.password !== undefined,
  };
  requireTrustedUpstream(changer, fitting, known);
  return fitting;
}
