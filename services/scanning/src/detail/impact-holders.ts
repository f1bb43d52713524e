import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { ImpactPath } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { AssemblyKind } from '../assembly-tables.ts';
import type { Context } from '../context.ts';
import { mayReadViolation, readReadable } from '../violation/violation-view.ts';
import { selectAssembliesHolding, selectSourceHolding } from './impact-queries.ts';

/** What existing clients call a build and a release bundle where they name packages. */
const typeOf: Readonly<Record<AssemblyKind, string>> = { build: 'build', releaseBundle: 'releaseBundleV2' };

/** Whether what is at a component counts in a project, or in none. */
type Counts = (component: number, project: string | undefined) => boolean;

/** Builds and release bundles that something reaches: whoever may read one is told by which of its files, as violations are told. */
export async function findAssembliesReached(
  context: Pick<Context, 'db' | 'peers'>,
  actor: Actor,
  components: readonly number[],
  counts: Counts,
  limit: number,
): Promise<ImpactPath[]> {
  const repositories = await readReadable(context, actor);
  const rows = await selectAssembliesHolding(context.db, components, [...repositories.keys()], limit);
  const readable = rows.filter((row) => mayReadViolation(actor, repositories, row) && counts(row.held, repositories.get(row.repository)?.projectKey));
  return readable.map((row) => {
    const type = typeOf[row.kind];
    const file = { component_id: getPackageId(row.format as FormatId, row.package), name: row.package, version: row.version, location: '' };
    const inside = row.location === '' ? [] : [{ component_id: row.purl, name: row.name, version: row.held_version, location: row.location }];
    const itself = { component_id: `${type}://${row.assembly}`, name: row.assembly, version: row.assembly_version, location: '' };
    return { repository: row.repository, path: row.path, package_type: type, steps: [itself, file, ...inside] };
  });
}

/** Source code that something reaches. It is told to administrators, who alone may connect it. */
export async function findSourceReached(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  components: readonly number[],
  counts: Counts,
  limit: number,
): Promise<ImpactPath[]> {
  if (!actor.administrator || actor.scope) return [];
  const rows = (await selectSourceHolding(db, components, limit)).filter(({ held }) => counts(held, undefined));
  return rows.map(({ repository, ref, path, name, held_version: version, purl, location }) => ({
    repository,
    path,
    package_type: 'git',
    steps: [
      { component_id: `git://${repository}`, name: repository, version: ref, location: '' },
      { component_id: purl, name, version, location: location === '' ? path : `${path}:${location}` },
    ],
  }));
}
