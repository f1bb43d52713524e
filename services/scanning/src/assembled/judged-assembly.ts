import type { BuildContents } from '@packhouse/peers/builds.ts';
import { type AssemblyRow, toThing } from '../assembly/assembly.ts';
import { selectAssembly, selectJudgedBuilds } from '../assembly/assembly-queries.ts';
import { listWatched } from '../assembly/judged-repositories.ts';
import type { Context } from '../context.ts';
import { settleThese } from '../violation/evaluation-job.ts';
import { type ActiveWatch, selectActiveWatches } from '../violation/evaluation-queries.ts';
import { looksAt } from '../watch/reach.ts';
import { takeUpBuild, takeUpReleaseBundle } from './take-up-assembly.ts';

type Asking = Pick<Context, 'db' | 'peers' | 'platform'>;

/** Judges an assembly here and now if it waits for that. Where others did not let it be judged in time, it waits still. */
async function settleAssembly(context: Asking, found: AssemblyRow | undefined): Promise<AssemblyRow | undefined> {
  if (found) await settleThese(context, [found.id]);
  return found;
}

/** A run of a build as it is judged now, also where nobody has looked at it yet. */
export async function readJudgedBuild(
  context: Asking,
  { repositoryKey, path }: Pick<BuildContents, 'repositoryKey' | 'path'>,
): Promise<AssemblyRow | undefined> {
  if (!(await selectAssembly(context.db, repositoryKey, path))) await takeUpBuild(context, repositoryKey, path);
  return settleAssembly(context, await selectAssembly(context.db, repositoryKey, path));
}

/** A version of a release bundle as it is judged now: what it consists of is looked at anew. */
export async function readJudgedReleaseBundle(context: Asking, bundle: { name: string; version: string }): Promise<AssemblyRow | undefined> {
  const found = await context.peers.releaseBundleDirectory?.contents(bundle.name, bundle.version);
  if (!found) return undefined;
  await takeUpReleaseBundle(context, found.repository, bundle);
  return settleAssembly(context, await selectAssembly(context.db, found.repository, `${bundle.name}/${bundle.version}`));
}

/** Watches that look at an assembly. */
export async function findWatchesOf({ db, peers }: Pick<Asking, 'db' | 'peers'>, assembly: AssemblyRow | undefined): Promise<ActiveWatch[]> {
  const watches = assembly ? await selectActiveWatches(db) : [];
  if (!assembly || watches.length === 0) return [];
  const repository = (await listWatched({ peers })).find(({ key }) => key === assembly.repository);
  const judgedBuilds = await selectJudgedBuilds(db);
  return repository ? watches.filter((watch) => looksAt(watch, repository, toThing(assembly), judgedBuilds)) : [];
}
