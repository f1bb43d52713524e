import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import { buildResources, releaseBundleResources } from '@packhouse/contract/scanning/watch-routes.ts';
import { selectAssemblyNames } from '../assembly/assembly-queries.ts';
import type { AssemblyKind } from '../assembly-tables.ts';
import type { Context } from '../context.ts';
import { plainKey } from './reach.ts';
import { selectSourceNames } from './watch-queries.ts';

type Sought = Pick<Context, 'db' | 'peers'>;

const kindOf = (type: string): AssemblyKind | undefined => {
  if ((buildResources as readonly string[]).includes(type)) return 'build';
  return (releaseBundleResources as readonly string[]).includes(type) ? 'releaseBundle' : undefined;
};

async function findRepositories({ peers }: Sought, names: readonly string[]): Promise<readonly string[]> {
  const keys = new Set((names.length > 0 && peers.repositories ? await peers.repositories.list() : []).map(({ key }) => key));
  return names.filter((name) => keys.has(name) || keys.has(plainKey(name)));
}

async function findProjects({ peers }: Sought, names: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of names) if (await peers.projects?.find(name)) found.push(name);
  return found;
}

/** Names of resources that nothing here has: repositories and projects that were deleted, builds and release bundles of which there is no run or version. */
export async function findMissing(context: Sought, resources: readonly WatchResource[]): Promise<string[]> {
  const named = resources.filter(({ type, name }) => !type.startsWith('all-') && name !== undefined);
  const of = (fits: (type: string) => boolean) => [...new Set(named.filter(({ type }) => fits(type)).map(({ name }) => name!))];
  const [repositories, projects, builds, bundles] = [
    of((type) => type === 'repository'),
    of((type) => type === 'project'),
    of((type) => kindOf(type) === 'build'),
    of((type) => kindOf(type) === 'releaseBundle'),
  ];
  const sources = of((type) => type === 'gitRepository');
  const found = await Promise.all([
    findRepositories(context, repositories),
    findProjects(context, projects),
    selectAssemblyNames(context.db, 'build', builds),
    selectAssemblyNames(context.db, 'releaseBundle', bundles),
    selectSourceNames(context.db, sources),
  ]);
  return [repositories, projects, builds, bundles, sources].flatMap((names, index) => names.filter((name) => !found[index]!.includes(name)));
}
