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

interface Mark {
  kind: Kind;
  repositoryId: number;
  path: string;
  /** In which mails about it are written. */
  language: string;
}

export async function setMark(
  context: Pick<Context, 'db' | 'platform'>,
  actor: Actor,
  { kind, repositoryId, path, language }: Mark,
  on: boolean,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (on)
      await tx
        .insertInto('item_mark')
        .values({ user_name: actor.name, kind, repository_id: repositoryId, path, language })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await tx
        .deleteFrom('item_mark')
        .where('user_name', '=', actor.name)
        .where('kind', '=', kind)
        .where('repository_id', '=', repositoryId)
        .where('path', '=', path)
        .execute();
    if (kind === 'watch') await context.platform.outbox.publish(tx, { type: 'watch.changed', subject: actor.name, data: { audience: `user:${actor.name}` } });
  });
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
