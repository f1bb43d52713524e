import { type ArtifactPlace, type GitPlace, whereIsComponent } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import { selectArtifactPlaces, selectGitPlaces } from './where-queries.ts';

const mostPlaces = 500;
/** Places that are looked through for those that the caller may read. */
const mostSeen = 5000;

/** Where a component is. Source code is for administrators, who alone may connect it. */
async function findPlaces(
  context: Context,
  actor: Actor,
  asked: { name: string; version?: string | undefined },
): Promise<{ artifacts: ArtifactPlace[]; repositories: GitPlace[]; cut: boolean }> {
  const readable = await readableRepositories(context, actor);
  const seen = await selectArtifactPlaces(context.db, asked, mostSeen);
  const artifacts = seen.filter((place) => mayRead(actor, readable, place));
  const repositories = actor.administrator ? await selectGitPlaces(context.db, asked, mostPlaces + 1) : [];
  return {
    artifacts: artifacts.slice(0, mostPlaces),
    repositories: repositories.slice(0, mostPlaces),
    cut: seen.length === mostSeen || artifacts.length > mostPlaces || repositories.length > mostPlaces,
  };
}

export function whereRoute(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, whereIsComponent, ({ query }, { actor }) => findPlaces(context, actor, query));
}
