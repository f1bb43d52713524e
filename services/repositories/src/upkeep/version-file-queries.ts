import type { Db } from '../schema.ts';

/** Files of some versions of a package. */
export function selectFilesOfVersions(
  db: Db,
  repositoryId: number,
  name: string,
  versions: readonly string[],
): Promise<{ path: string; sha256: string; size: number }[]> {
  return db
    .selectFrom('artifact')
    .innerJoin('version', 'version.id', 'artifact.version_id')
    .innerJoin('package', 'package.id', 'version.package_id')
    .innerJoin('blob', 'blob.sha256', 'artifact.sha256')
    .select(['artifact.path', 'artifact.sha256', 'blob.size'])
    .where('package.repository_id', '=', repositoryId)
    .where('package.name', '=', name)
    .where('version.version', 'in', versions)
    .execute();
}
