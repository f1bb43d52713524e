import { AppError } from '@packhouse/contract/errors.ts';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { type Action, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { patternsAccept, requireDeployable } from '../../directory/accepted-paths.ts';
import { type LocalRepository, type Repository, readResource, type StoringRepository } from '../../directory/directory.ts';
import { selectClaim } from './container-queries.ts';
import type { Exchange } from './container-request.ts';

/** Where a request may look: stored content first everywhere, then the upstreams. */
export interface Stops {
  repository: Repository;
  cacheOnly: boolean;
  /** Readable repositories that store, locals before remotes. */
  members: readonly StoringRepository[];
}

/** Stands for everything in an image where the question is not about one path. */
export function imagePath(image: string): string {
  return `${image}/_layers`;
}

/** The repository a request names. To those who are not signed in, what does not exist looks like what they may not see. */
async function needRepository({ context, actor, key }: Exchange): Promise<{ repository: Repository; cacheOnly: boolean }> {
  const found = await context.directory.resolve(key);
  if (found && isContainerFormat(found.repository.format)) return found;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  throw new AppError(upstreamWords.no_docker_repository, { key }, { detail: { name: key } });
}

/**
 * Repositories that may answer a read of this path, in resolution order.
 * @throws AppError `unauthenticated` or `forbidden` when none of them may be read.
 */
export async function readStops(exchange: Exchange, path: string): Promise<Stops> {
  const { context, actor, image } = exchange;
  const { repository, cacheOnly } = await needRepository(exchange);
  if (repository.class !== 'virtual') {
    authorise(actor, 'read', readResource(repository, path));
    return { repository, cacheOnly, members: patternsAccept(repository, path, image) ? [repository] : [] };
  }
  const all = (await context.directory.flatten(repository)).filter((member) => isContainerFormat(member.format));
  const readable = all.filter((member) => isAllowed(actor, 'read', readResource(member, path)));
  if (readable.length === 0) authorise(actor, 'read', readResource(repository, path));
  if (!patternsAccept(repository, path, image)) return { repository, cacheOnly, members: [] };
  const accepting = readable.filter((member) => patternsAccept(member, path, image));
  const members = [...accepting.filter((member) => member.class === 'local'), ...accepting.filter((member) => member.class === 'remote')];
  const locals = all.filter((member) => member.class === 'local').map(({ id }) => id);
  const isClaimed = repository.settings.claims && members.some(({ class: is }) => is === 'remote') && (await selectClaim(context.db, image, locals));
  return { repository, cacheOnly, members: isClaimed ? members.filter((member) => member.class === 'local') : members };
}

/**
 * The local repository a change goes to: the one named, or the default deployment repository of a virtual one.
 * @throws AppError `method_not_allowed`, `unauthenticated`, `forbidden`, `path_refused`
 */
export async function writeTarget(exchange: Exchange, action: Action, path: string): Promise<LocalRepository> {
  const { context, actor } = exchange;
  const { repository } = await needRepository(exchange);
  const target =
    repository.class === 'virtual' && repository.settings.defaultDeployment ? await context.directory.find(repository.settings.defaultDeployment) : repository;
  if (target?.class !== 'local' || !isContainerFormat(target.format)) {
    if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
    throw new AppError(repository.class === 'virtual' ? upstreamWords.images_without_deployment : upstreamWords.images_of_remote, { key: repository.key });
  }
  authorise(actor, action, readResource(target, path));
  if (action === 'deploy') requireDeployable(target, path);
  return target;
}
