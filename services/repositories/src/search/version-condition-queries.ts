import type { SearchModelInput } from '@packhouse/contract/repositories/search-routes.ts';
import { always, type Condition, every, never } from '@packhouse/kernel/database/conditions.ts';
import type { ScanDirectory } from '@packhouse/peers/scans.ts';
import { type SqlBool, sql } from 'kysely';
import { hasWildcard, makeLike } from '../directory/glob.ts';
import { inScope } from '../directory/package-scope-queries.ts';
import { typedPattern } from './typed-pattern.ts';

type Filters = SearchModelInput['filters'];

const isGiven = (list: readonly string[] | undefined): list is readonly string[] => list !== undefined && list.length > 0;

/** Says what the version of an artifact must be: one version has all of it. */
export function versionCondition({ version, licenses, tags, description, scope, packageQuery }: Filters): Condition {
  const asked = every([
    version ? sql<SqlBool>`v.version like ${makeLike(version)}` : always,
    isGiven(licenses) ? sql<SqlBool>`v.facts -> 'licenses' ?| ${licenses}::text[]` : always,
    isGiven(tags) ? sql<SqlBool>`v.facts -> 'tags' ?| ${tags}::text[]` : always,
    description ? sql<SqlBool>`v.facts ->> 'description' ilike ${hasWildcard(description) ? makeLike(description) : `%${makeLike(description)}%`}` : always,
    scope ? inScope(scope, 'p.name') : always,
    packageQuery ? sql<SqlBool>`lower(p.name) like ${typedPattern(packageQuery)}` : always,
  ]);
  if (asked === always) return always;
  return sql<SqlBool>`a.version_id in (select v.id from version v join package p on p.id = v.package_id where ${asked})`;
}

/** Says what scans must have found in the version that an artifact stands for. Where nothing scans, nothing is known to fit. */
export async function findingCondition({ severities, cve }: Filters, scans: ScanDirectory | undefined): Promise<Condition> {
  if (!isGiven(severities) && !cve) return always;
  if (!scans) return never;
  const files = await scans.filesWith({ severities, cve });
  return sql<SqlBool>`a.id in (select held.id from (${files}) as sought join repository place on place.key = sought.repository
    join artifact held on held.repository_id = place.id and held.path = sought.path)`;
}
