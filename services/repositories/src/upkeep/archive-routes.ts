import { AppError } from '@packhouse/contract/errors.ts';
import { deleteArchived, listArchived, restoreArchived, sumArchived } from '@packhouse/contract/repositories/archive-routes.ts';
import type { FilterName } from '@packhouse/contract/repositories/search-query.ts';
import { requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { needStoring } from '../artifact/item.ts';
import { recordTrash } from '../artifact/trash-change.ts';
import type { Context } from '../context.ts';
import { requireManager } from '../directory/repository-access.ts';
import { storagePath } from '../storage/path.ts';
import { deleteFromArchive } from '../storage/trash-queries.ts';
import { restoreFiles, toArchived } from './archive.ts';
import { archiveFilters, selectArchived } from './archive-queries.ts';
import { selectArchivedInAll, selectArchivedOf } from './archive-sum-queries.ts';

const isUsed = (name: string) => (archiveFilters as readonly string[]).includes(name);

/** What retention put away: found, brought back, or deleted for good. */
export function archiveRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, listArchived, async ({ query: { after, limit, projectKey }, body }, { actor }) => {
    const rows = await selectArchived(db, actor, { model: body, projectKey, after: after === undefined ? undefined : Number(after), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const unused = Object.entries(body.filters).flatMap(([name, value]) => (value === undefined || isUsed(name) ? [] : [name as FilterName]));
    return { items: page.map(toArchived), next: rows.length > page.length ? String(page.at(-1)?.id) : null, unused };
  });

  handle(app, platform, sumArchived, async ({ query: { limit } }) => ({ ...(await selectArchivedInAll(db)), most: await selectArchivedOf(db, limit) }));

  handle(app, platform, restoreArchived, async ({ body: { repoKey, paths } }, { actor, address }) => {
    const repository = await needStoring(context, actor, repoKey);
    return restoreFiles(context, actor, { name: actor.name, address }, repository, paths.map(storagePath));
  });

  handle(app, platform, deleteArchived, async ({ body: { repoKey, paths } }, { actor, address }) => {
    const repository = await context.directory.find(repoKey);
    if (repository) requireManager(actor, repository);
    else requireAdministrator(actor);
    const chosen = paths.map(storagePath);
    const files = await db.transaction().execute(async (tx) => {
      const count = await deleteFromArchive(tx, repoKey, chosen);
      if (count === 0) throw new AppError('artifact_not_found');
      await recordTrash(context, { name: actor.name, address }, { action: 'archive.deleted', subject: repoKey, after: { files: count, paths: chosen } }, tx);
      return count;
    });
    return { files };
  });
}
