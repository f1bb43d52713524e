import { AppError } from '@packhouse/contract/errors.ts';
import { listTrash, listTrashRepositories } from '@packhouse/contract/trash-routes.ts';
import { handle } from '@packhouse/kernel/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { trashPage, trashTotals } from '../storage/trash-list.ts';

function idOf(after: string | undefined): number | undefined {
  if (after === undefined) return;
  const id = Number(after);
  if (!Number.isSafeInteger(id)) throw new AppError('bad_request', { message: 'after is not an answer of this list' });
  return id;
}

/** The trash can as a list. */
export function trashRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, listTrash, async ({ query: { repoKey, search, after, limit } }) => {
    const page = await trashPage(context, { repositoryKey: repoKey, search, after: idOf(after), limit });
    return { ...page, items: page.items.map((item) => ({ ...item, deletedAt: item.deletedAt.toISOString() })) };
  });
  handle(app, context.platform, listTrashRepositories, async () => ({ items: await trashTotals(context) }));
}
