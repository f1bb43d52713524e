import { AppError } from '@packhouse/contract/errors.ts';
import { deleteVersions as deleteVersionsRoute } from '@packhouse/contract/repositories/artifact-routes.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { needStoring } from '../artifact/item.ts';
import type { Context } from '../context.ts';
import { readResource, type StoringRepository } from '../directory/directory.ts';
import { removeUnusedContent } from '../protocols/container/unused-content.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { selectFilesOfVersions } from './version-file-queries.ts';

interface Chosen {
  package: string;
  versions: readonly string[];
  dryRun: boolean;
}

/**
 * Moves versions of a package to the trash, with what only they led to; or only says how many files and bytes they have.
 * @throws AppError `package_not_found`, `forbidden`
 */
async function deleteVersions(
  context: Context,
  actor: Actor,
  repository: StoringRepository,
  { package: name, versions, dryRun }: Chosen,
): Promise<{ files: number; bytes: number }> {
  const files = await selectFilesOfVersions(context.db, repository.id, name, versions);
  if (files.length === 0) throw new AppError('package_not_found');
  for (const { path } of files) authorise(actor, 'delete', readResource(repository, path));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (dryRun) return { files: files.length, bytes };
  const removed = await removeArtifacts(context, repository, { actor: actor.name, versions: versions.map((version) => ({ package: name, version })) });
  const left = { files: 0, bytes: 0 };
  const format = getFormat(repository.format);
  const images = Map.groupBy(files, ({ path }) => format.contentLeftBy?.(path));
  for (const [image, own] of images) {
    if (image === undefined) continue;
    const freed = await removeUnusedContent(context, repository, { image, actor: actor.name, permanently: false, from: own.map(({ sha256 }) => sha256) });
    left.files += freed.files;
    left.bytes += freed.bytes;
  }
  return { files: removed + left.files, bytes: bytes + left.bytes };
}

/** Chosen versions of a package. */
export function versionRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, deleteVersionsRoute, async ({ body }, { actor }) =>
    deleteVersions(context, actor, await needStoring(context, actor, body.repoKey), body),
  );
}
