import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { mayGovern } from '../policy/rights.ts';
import { selectWatches } from '../watch/watch-queries.ts';

/** Names of active watches that look at something of a project, among those that the actor may read. */
export async function watchNames({ db }: Context, actor: Actor, project: string): Promise<string[]> {
  const watches = await selectWatches(db, undefined);
  return watches
    .filter((watch) => watch.active && mayGovern(actor, watch.project ?? undefined, 'watches', 'read'))
    .filter(
      (watch) =>
        watch.project === project ||
        (watch.project === null && watch.resources.some(({ type, name }) => type === 'all-projects' || (type === 'project' && name === project))),
    )
    .map(({ name }) => name);
}
