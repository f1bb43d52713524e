import { AppError } from '@packhouse/contract/errors.ts';
import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { VersionRef } from '@packhouse/contract/scanning/scanning-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Actor, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { TargetRow } from '../target/target.ts';

const classOrder = ['local', 'remote', 'virtual'];

/** Repositories in which the actor may read something, local ones first, by key. */
export async function readableRepositories({ peers }: Pick<Context, 'peers'>, actor: Actor): Promise<Map<string, DirectoryEntry>> {
  const all = (await peers.repositories?.list()) ?? [];
  const readable = all.filter((repository) => isAllowed(actor, 'read', repositoryResource(repository)));
  readable.sort((a, b) => classOrder.indexOf(a.class) - classOrder.indexOf(b.class) || (a.key < b.key ? -1 : 1));
  return new Map(readable.map((repository) => [repository.key, repository]));
}

/** Whether the actor may read the file that stands for a version. */
export function mayRead(actor: Actor, repositories: ReadonlyMap<string, DirectoryEntry>, target: Pick<TargetRow, 'repository' | 'path'>): boolean {
  const repository = repositories.get(target.repository);
  return repository !== undefined && isAllowed(actor, 'read', repositoryResource(repository, target.path));
}

const nothing = () => new AppError(scanningWords.version_not_readable);

/**
 * The files that stand for a version in one repository: the one that was named, else the first that holds it and that the actor may read.
 * @throws AppError `not_found`
 */
export async function needVersion(
  context: Pick<Context, 'db' | 'peers'>,
  actor: Actor,
  ref: z.output<typeof VersionRef>,
): Promise<[TargetRow, ...TargetRow[]]> {
  const named = parsePackageId(ref.packageId);
  if (!named) throw nothing();
  const repositories = await readableRepositories(context, actor);
  const wanted = ref.repoKey?.replace(/-cache$/, '');
  const targets = await context.db
    .selectFrom('target')
    .selectAll()
    .where('format', '=', named.format)
    .where('package', '=', named.name)
    .where('version', '=', ref.version)
    .orderBy('path')
    .execute();
  const readable = targets.filter((target) => mayRead(actor, repositories, target));
  for (const key of repositories.keys()) {
    if (ref.repoKey !== undefined && key !== ref.repoKey && key !== wanted) continue;
    const [first, ...others] = readable.filter(({ repository }) => repository === key);
    if (first) return [first, ...others];
  }
  throw nothing();
}
