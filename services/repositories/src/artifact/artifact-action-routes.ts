import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/artifact-routes.ts';
import { findCoordinates } from '@packhouse/contract/repositories/format-ids.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { type Actor, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import { getLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { requireManager } from '../directory/repository-access.ts';
import { requestIndexRun } from '../indexing/index-run.ts';
import { selectIndexRun } from '../indexing/index-run-queries.ts';
import { reindexJobName } from '../indexing/reindex-job.ts';
import { storagePath } from '../storage/path.ts';
import { changeProperties } from '../storage/properties.ts';
import { countEntries } from '../upstream/remote-entry-queries.ts';
import { zapCache } from '../upstream/zap-cache.ts';
import { findItem, needRepository, needStoring } from './item.ts';
import { listMarks, readMarks, setMark } from './mark.ts';
import { propertyPlace } from './property-place.ts';
import { removePath } from './remove-path.ts';
import { restorePermit } from './restore-permit.ts';
import { transferItem } from './transfer-item.ts';
import { deleteForGood, restore } from './trash-change.ts';

interface Place {
  repoKey: string;
  path: string;
}

/** A place in the trash can: `auto-trashcan` with `<key>/<path>`, or the repository's own key and path. */
function trashPlace({ repoKey, path }: Place): { key: string; path: string } {
  if (repoKey !== contract.trashKey) return { key: repoKey, path: storagePath(path) };
  const [key = '', ...rest] = storagePath(path).split('/');
  return { key, path: rest.join('/') };
}

async function needRemote(context: Context, actor: Actor, key: string): Promise<RemoteRepository> {
  const repository = await needRepository(context, actor, key);
  requireManager(actor, repository);
  if (repository.class !== 'remote') throw new AppError(repositoryWords.not_remote_repository, { key });
  return repository;
}

/** Serves what the console does with stored things. */
export function artifactActionRoutes(app: FastifyInstance, context: Context): void {
  transferRoutes(app, context);
  removalRoutes(app, context);
  upkeepRoutes(app, context);
  markRoutes(app, context);
}

function transferRoutes(app: FastifyInstance, context: Context): void {
  for (const [route, move] of [
    [contract.copyArtifact, false],
    [contract.moveArtifact, true],
  ] as const)
    handle(app, context.platform, route, async ({ body }, { actor }) => {
      const done = await transferItem(context, actor, {
        from: { key: body.repoKey, path: storagePath(body.path) },
        to: { key: body.targetRepoKey, path: storagePath(body.targetPath), into: body.targetPath.endsWith('/') },
        move,
        dryRun: body.dryRun,
      });
      return { files: done.files, bytes: done.bytes, repoKey: done.key, path: done.path };
    });
}

function removalRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.deleteArtifact, async ({ body }, { actor }) => {
    const repository = await needStoring(context, actor, body.repoKey);
    return { files: await removePath(context, actor, repository, storagePath(body.path)) };
  });

  handle(app, platform, contract.deletePermanently, async ({ body }, { actor, address }) => {
    const { key, path } = trashPlace(body);
    const repository = await context.directory.find(key);
    if (repository) requireManager(actor, repository);
    else requireAdministrator(actor);
    return { files: await deleteForGood(context, { name: actor.name, address }, { key, path }) };
  });

  handle(app, platform, contract.restoreArtifact, async ({ body }, { actor, address }) => {
    const { key, path } = trashPlace(body);
    const repository = await needStoring(context, actor, key);
    const permit = restorePermit(actor, repository, path);
    return { files: await restore(context, { name: actor.name, address }, { repositoryKey: key, path, permit }) };
  });
}

function upkeepRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.zapCache, async ({ body }, { actor, address }) => ({
    files: await zapCache(context, await needRemote(context, actor, body.repoKey), storagePath(body.path), { actor: actor.name, address }),
  }));

  handle(app, platform, contract.zapCaches, async ({ body }, { actor, address }) => {
    const keys = body.repoKeys ?? (await context.directory.list()).filter((repository) => repository.class === 'remote').map((repository) => repository.key);
    if (body.repoKeys === undefined) requireAdministrator(actor);
    let files = 0;
    for (const key of keys) {
      const repository = await needRemote(context, actor, key);
      files += body.dryRun ? await countEntries(context.db, repository.id) : await zapCache(context, repository, '', { actor: actor.name, address });
    }
    return { files };
  });

  handle(app, platform, contract.recalculateIndex, async ({ body }, { actor }) => {
    const repository = await needStoring(context, actor, body.repoKey);
    requireManager(actor, repository);
    await requestIndexRun(context, repository, actor.name);
    await platform.jobs.add(reindexJobName, { repositoryKey: repository.key }, { key: `${reindexJobName} ${repository.key}` });
    return { queued: true };
  });

  handle(app, platform, contract.readIndexRun, async ({ query }, { actor }) => {
    const repository = await needStoring(context, actor, query.repoKey);
    requireManager(actor, repository);
    const run = await selectIndexRun(context.db, repository.id);
    if (!run) return {};
    const { status, requestedBy, requestedAt, finishedAt, total, done } = run;
    return {
      run: {
        status,
        requestedBy,
        requestedAt: requestedAt.toISOString(),
        ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
        total,
        done,
        ...tellSaid(run),
      },
    };
  });

  handle(app, platform, contract.calculateDebianCoordinates, async ({ body }, { actor }) => {
    const item = await findItem(context, actor, body.repoKey, storagePath(body.path));
    const properties = item.kind === 'file' ? findCoordinates(item.path)?.properties : undefined;
    if (properties === undefined) throw new AppError(repositoryWords.coordinates_without_deb);
    const { repository, place } = await propertyPlace(context, actor, item, false);
    const set = {
      [properties.distributions]: body.distributions,
      [properties.components]: body.components,
      [properties.architectures]: body.architectures,
    };
    return { files: await changeProperties(context, repository, place, { actor: actor.name, set }) };
  });
}

function markRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  const markable = async (actor: Actor, place: Place) => {
    if (actor.kind !== 'user') throw new AppError('unauthenticated');
    return findItem(context, actor, place.repoKey, storagePath(place.path));
  };
  for (const [route, on] of [
    [contract.watchArtifact, true],
    [contract.unwatchArtifact, false],
  ] as const)
    handle(app, platform, route, async ({ body }, { actor, request }) => {
      const item = await markable(actor, body);
      const mark = { kind: 'watch' as const, repositoryId: item.repository.id, path: item.path, language: getLanguage(request) };
      await setMark(context, actor, mark, on);
      return readMarks(context, actor, item.repository.id, item.path);
    });
  handle(app, platform, contract.toggleFavourite, async ({ body }, { actor, request }) => {
    const item = await markable(actor, body);
    const before = await readMarks(context, actor, item.repository.id, item.path);
    const mark = { kind: 'favourite' as const, repositoryId: item.repository.id, path: item.path, language: getLanguage(request) };
    await setMark(context, actor, mark, !before.favourite);
    return { ...before, favourite: !before.favourite };
  });
  handle(app, platform, contract.listMarks, async (_input, { actor }) => ({ items: await listMarks(context, actor) }));
}
