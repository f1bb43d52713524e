import type { Copying } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Replication } from '@packhouse/contract/repositories/replication-routes.ts';
import type { Context } from '../context.ts';
import { selectLastFetched } from './last-fetch-queries.ts';
import { showReplications } from './replication-view.ts';

/** A run has failed where nothing tries again by itself: neither its own next attempt nor its schedule. */
function readStatus({ lastRun, lastCompletedAt, retryAt, problem }: Replication): Copying['status'] {
  if (lastRun?.status === 'failed' && retryAt === undefined) return 'Failed';
  if (problem && retryAt === undefined && lastCompletedAt === undefined) return 'Failed';
  return lastCompletedAt === undefined ? 'Not Run' : 'Succeeded';
}

function readError({ lastRun, problem }: Replication): Copying['error'] {
  if (problem) return problem;
  if (lastRun?.message === undefined) return null;
  const { message, reason, values } = lastRun;
  return { message, ...(reason === undefined ? {} : { reason }), ...(values === undefined ? {} : { values }) };
}

async function listReplications(context: Pick<Context, 'db' | 'directory'>): Promise<Copying[]> {
  const enabled = (await showReplications(context)).filter((one) => one.enabled);
  return enabled.map((one) => {
    const status = readStatus(one);
    const lastAt = one.lastCompletedAt ?? one.lastRun?.finishedAt ?? null;
    return {
      what: 'replication',
      name: one.repository,
      direction: one.direction,
      url: one.url,
      status,
      lastAt,
      error: status === 'Failed' ? readError(one) : null,
    };
  });
}

/** Remote repositories of other platforms: their upstreams are repositories. */
async function listRemotes({ db, directory }: Pick<Context, 'db' | 'directory'>): Promise<Copying[]> {
  const remotes = (await directory.list()).flatMap((one) => (one.class === 'remote' && isRepositoryUrl(one.settings.url) ? [one] : []));
  const fetched = await selectLastFetched(
    db,
    remotes.map(({ id }) => id),
  );
  return remotes.map(({ id, key, settings: { url } }) => {
    const at = fetched.get(id);
    const common = { what: 'remote', name: key, direction: 'pull', url, error: null } as const;
    return at ? { ...common, status: 'Succeeded', lastAt: at.toISOString() } : { ...common, status: 'Not Run', lastAt: null };
  });
}

const isRepositoryUrl = (url: string) => URL.canParse(url) && /^(\/[^/]+)?\/artifactory\//.test(new URL(url).pathname);

/** What goes to other installations or comes from there: replications, and remote repositories with their last fetch. */
export async function listRepositoryCopying(context: Pick<Context, 'db' | 'directory'>): Promise<Copying[]> {
  const [replications, remotes] = await Promise.all([listReplications(context), listRemotes(context)]);
  return [...replications, ...remotes];
}
