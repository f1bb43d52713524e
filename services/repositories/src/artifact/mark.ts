import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';

type Kind = 'favourite' | 'watch';

export async function readMarks(
  context: Pick<Context, 'db'>,
  actor: Actor,
  repositoryId: number,
  path: string,
): Promise<{ favourite: boolean; watched: boolean }> {
  const rows = await context.db
    .selectFrom('item_mark')
    .select('kind')
    .where('user_name', '=', actor.name)
    .where('repository_id', '=', repositoryId)
    .where('path', '=', path)
    .execute();
  return { favourite: rows.some((row) => row.kind === 'favourite'), watched: rows.some((row) => row.kind === 'watch') };
}

export async function setMark(context: Pick<Context, 'db'>, actor: Actor, kind: Kind, repositoryId: number, path: string, on: boolean): Promise<void> {
  if (on)
    await context.db
      .insertInto('item_mark')
      .values({ user_name: actor.name, kind, repository_id: repositoryId, path })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await context.db
      .deleteFrom('item_mark')
      .where('user_name', '=', actor.name)
      .where('kind', '=', kind)
      .where('repository_id', '=', repositoryId)
      .where('path', '=', path)
      .execute();
}

/** Everything a user has marked, newest first. */
export async function listMarks(context: Context, actor: Actor) {
  const rows = await context.db
    .selectFrom('item_mark')
    .select(['repository_id', 'path', 'kind'])
    .where('user_name', '=', actor.name)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute();
  const items = new Map<string, { repoKey: string; path: string; favourite: boolean; watched: boolean }>();
  for (const row of rows) {
    const repository = await context.directory.byId(row.repository_id);
    if (!repository) continue;
    const repoKey = repository.class === 'remote' ? `${repository.key}-cache` : repository.key;
    const item = items.get(`${repoKey}/${row.path}`) ?? { repoKey, path: row.path, favourite: false, watched: false };
    items.set(`${repoKey}/${row.path}`, { ...item, ...(row.kind === 'favourite' ? { favourite: true } : { watched: true }) });
  }
  return [...items.values()];
}
