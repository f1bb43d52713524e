import { AppError } from '@packhouse/contract/errors.ts';
import { emptyTrash as emptyTrashRoute } from '@packhouse/contract/repositories/artifact-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import {
  changeTrashSettings,
  listTrash,
  listTrashRepositories,
  listTrashRuns,
  readTrashSettings,
  type TrashRun,
} from '@packhouse/contract/repositories/trash-routes.ts';
import { requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { selectTrashRuns, selectTrashSettings, type TrashRunRow } from './trash-expiry-queries.ts';
import { emptyTrash } from './trash-job.ts';
import { trashPage, trashTotals } from './trash-list-queries.ts';
import { changeTrashSettingsIn } from './trash-settings.ts';

function getId(after: string | undefined): number | undefined {
  if (after === undefined) return;
  const id = Number(after);
  if (!Number.isSafeInteger(id)) throw new AppError(storageWords.after_is_no_answer);
  return id;
}

/** The trash can as a list, and what empties it. */
export function trashRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, listTrash, async ({ query: { repoKey, search, after, limit } }) => {
    const page = await trashPage(context, { repositoryKey: repoKey, search, after: getId(after), limit });
    return { ...page, items: page.items.map((item) => ({ ...item, deletedAt: item.deletedAt.toISOString() })) };
  });
  handle(app, context.platform, listTrashRepositories, async () => ({ items: await trashTotals(context) }));
  handle(app, context.platform, readTrashSettings, () => selectTrashSettings(context.db));
  handle(app, context.platform, changeTrashSettings, async ({ body }, { actor, address }) => {
    await context.db.transaction().execute((tx) => changeTrashSettingsIn(context, tx, body, { actor, address }));
    return body;
  });
  handle(app, context.platform, emptyTrashRoute, async ({ body }, { actor, address }) => {
    requireAdministrator(actor);
    return emptyTrash(context, { name: actor.name, address }, body.repoKey);
  });
  handle(app, context.platform, listTrashRuns, async () => ({ items: (await selectTrashRuns(context.db, 20)).map(toRun) }));
}

const toRun = (row: TrashRunRow): TrashRun => ({
  id: row.id,
  kind: row.kind,
  ...(row.repository_key === null ? {} : { repoKey: row.repository_key }),
  status: row.status,
  requestedBy: row.requested_by,
  startedAt: row.started_at.toISOString(),
  ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
  total: row.total,
  files: row.files,
  bytes: row.bytes,
  ...tellSaid(row),
});
