import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { type ArtifactPlace, type GitPlace, whereIsComponent } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { readPackageName } from '../component/package-url.ts';
import type { Context } from '../context.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import { getVendorName } from '../integration/integration-view.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import { type Asked, selectArtifactPlaces, selectGitPlaces } from './where-queries.ts';

const mostPlaces = 500;
/** Places that are looked through for those that the caller may read. */
const mostSeen = 5000;

/** What is looked for: a name as it stands, or what a package URL means. @throws AppError */
function readAsked({ name, version }: { name: string; version?: string | undefined }): Asked {
  if (!/^pkg:/i.test(name)) return { name, version };
  const found = readPackageName(name);
  if (!found) throw new AppError(gitWords.no_package_url);
  return { ...found, version: version ?? found.version };
}

/** Where a component is. Source code is for administrators, who alone may connect it. */
async function findPlaces(context: Context, actor: Actor, asked: Asked): Promise<{ artifacts: ArtifactPlace[]; repositories: GitPlace[]; cut: boolean }> {
  const readable = await readableRepositories(context, actor);
  const seen = await selectArtifactPlaces(context.db, asked, mostSeen, await readProjects(context.peers));
  const artifacts = seen.filter((place) => mayRead(actor, readable, place));
  const repositories = actor.administrator ? await selectGitPlaces(context.db, asked, mostPlaces + 1) : [];
  return {
    artifacts: artifacts.slice(0, mostPlaces),
    repositories: repositories.slice(0, mostPlaces).map(({ vendor, ...place }) => ({ ...place, vendorName: getVendorName({ vendor }) })),
    cut: seen.length === mostSeen || artifacts.length > mostPlaces || repositories.length > mostPlaces,
  };
}

export function whereRoute(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, whereIsComponent, async ({ query }, { actor }) => {
    const asked = readAsked(query);
    return { asked: { name: asked.name, version: asked.version ?? null, ecosystem: asked.ecosystem ?? null }, ...(await findPlaces(context, actor, asked)) };
  });
}
