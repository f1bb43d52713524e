import { AppError } from '@packhouse/contract/errors.ts';
import { getDependencies, getProperties, getReadme } from '@packhouse/contract/repositories/package-routes.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { findItem, type Item } from '../artifact/item.ts';
import type { Context } from '../context.ts';
import { storagePath } from '../storage/path.ts';
import { selectDependencies, selectKnownNames, selectProperties, selectReadme } from './file-queries.ts';

interface FilePlace {
  path: string;
  /** Absent: the path begins with it. */
  repoKey?: string | undefined;
}

/** The stored file that is meant; refused unless the caller may read it. */
async function readableFile(context: Context, actor: Actor, place: FilePlace): Promise<Item & { kind: 'file' }> {
  const given = place.path.replace(/^\/+/, '');
  const [, first = '', rest = ''] = /^([^/]+)\/(.*)$/s.exec(given) ?? [];
  const [key, path] = place.repoKey === undefined ? [first, rest] : [place.repoKey, given];
  const item = await findItem(context, actor, key, storagePath(path));
  if (item.kind !== 'file') throw new AppError('artifact_not_found');
  return item;
}

/** Serves what the screens ask about one stored file. */
export function fileRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, getDependencies, async ({ query }, { actor }) => {
    const { repository, path } = await readableFile(context, actor, query);
    const dependencies = (await selectDependencies(db, repository.id, path)) ?? [];
    const known = await selectKnownNames(
      db,
      actor,
      repository.format,
      dependencies.map((one) => one.name),
    );
    return {
      dependencies: dependencies.map((one) => ({ ...one, packageId: known.has(one.name) ? getPackageId(repository.format, one.name) : null })),
    };
  });

  handle(app, platform, getProperties, async ({ query }, { actor }) => {
    const { repository, path } = await readableFile(context, actor, query);
    return { properties: await selectProperties(db, repository.id, path) };
  });

  handle(app, platform, getReadme, async ({ query }, { actor }) => {
    const { repository, path } = await readableFile(context, actor, query);
    return { readme: await selectReadme(db, repository.id, path) };
  });
}
