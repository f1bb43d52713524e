import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { HoldingVersion, ImpactPath, impactTypes } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import { type HolderRow, selectByPurl, selectHolders, selectLicensed, selectOwners, selectVulnerable } from './detail-queries.ts';
import { findAssembliesReached, findSourceReached } from './impact-holders.ts';

/** Ways that are told of, of each kind of what is reached, and rows that are looked at for them: who may read which is asked of each. */
const mostPaths = 50;
const mostRows = 1000;
const mostComponents = 5000;

type Step = ImpactPath['steps'][number];

const itself = (row: HolderRow): Step => ({
  component_id: getPackageId(row.format as FormatId, row.package),
  name: row.package,
  version: row.version,
  location: '',
});
const inside = ({ purl, name, held_version, location }: HolderRow): Step => ({ component_id: purl, name, version: held_version, location });

/** A version as something that holds another one. */
export const toHolding = (row: HolderRow): HoldingVersion => ({
  component_id: getPackageId(row.format as FormatId, row.package),
  name: row.package,
  version: row.version,
  package_type: row.format,
  repository: row.repository,
  path: row.path,
  location: row.location,
});

/** Where something is, by component: in which projects, or null for wherever the component is. */
type Reach = ReadonlyMap<number, readonly (string | null)[]>;

async function findComponents({ db }: Pick<Context, 'db'>, type: (typeof impactTypes)[number], id: string): Promise<Reach> {
  if (type === 'security') {
    const rows = Map.groupBy(await selectVulnerable(db, id, mostComponents), (row) => row.id);
    return new Map([...rows].map(([component, those]) => [component, those.map(({ project }) => project)]));
  }
  const ids = await (type === 'license' ? selectLicensed(db, id, mostComponents) : selectByPurl(db, id));
  return new Map(ids.map((component) => [component, [null]]));
}

/** What holds components, as far as the actor may read it. */
export async function findHolders(context: Pick<Context, 'db' | 'peers'>, actor: Actor, componentIds: readonly number[]): Promise<HolderRow[]> {
  const repositories = await readableRepositories(context, actor);
  const rows = await selectHolders(context.db, componentIds, [...repositories.keys()], mostRows);
  return rows.filter((row) => mayRead(actor, repositories, row));
}

/** Which versions something reaches, and by which ways; `wide` adds what holds those versions whole: other versions, builds, release bundles and source code. */
export async function findImpact(
  context: Pick<Context, 'db' | 'peers'>,
  actor: Actor,
  asked: { type: (typeof impactTypes)[number]; id: string },
  wide: boolean,
) {
  const { db } = context;
  const reach = await findComponents(context, asked.type, asked.id);
  const components = [...reach.keys()];
  const repositories = await readableRepositories(context, actor);
  const keys = [...repositories.keys()];
  const counts = (component: number, project: string | undefined) => reach.get(component)?.some((one) => one === null || one === project) ?? false;
  const isThere = ({ held, repository }: HolderRow) => counts(held, repositories.get(repository)?.projectKey);
  const owners = (await selectOwners(db, components, keys, mostRows)).filter((row) => isThere(row) && mayRead(actor, repositories, row));
  const holders = (await findHolders(context, actor, components)).filter(isThere);
  const reached = [...owners.map((row) => ({ row, steps: [itself(row)] })), ...holders.map((row) => ({ row, steps: [itself(row), inside(row)] }))];
  const found: ImpactPath[] = reached.map(({ row, steps }) => ({ repository: row.repository, path: row.path, package_type: row.format, steps }));
  if (wide) {
    const bySelf = new Map(reached.flatMap(({ row, steps }) => (row.component_id === null ? [] : [[row.component_id, steps] as const])));
    for (const row of await findHolders(context, actor, [...bySelf.keys()])) {
      // What holds the component itself is among the ways already.
      const [, ...rest] = bySelf.get(row.held) ?? [];
      if (rest.length > 0) found.push({ repository: row.repository, path: row.path, package_type: row.format, steps: [itself(row), inside(row), ...rest] });
    }
  }
  const kinds = [found];
  if (wide)
    kinds.push(
      await findAssembliesReached(context, actor, components, counts, mostRows),
      await findSourceReached(context, actor, components, counts, mostRows),
    );
  const data = kinds.flatMap((ways) => ways.slice(0, mostPaths));
  const total = kinds.reduce((sum, ways) => sum + ways.length, 0);
  return { data, total_count: total, more: total > data.length };
}
