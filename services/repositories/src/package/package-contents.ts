import type { PackageContents } from '@packhouse/peers/package-contents.ts';
import type { Db } from '../schema.ts';
import { selectDependencies, selectDeployers, selectKnownVersions, selectLeadsAfter, selectLeadsAt, selectPulled, selectStored } from './lead-queries.ts';

/** Answers what other services may know of the packages that are held. */
export function packageContents(db: Db): PackageContents {
  return {
    leads: (repository, paths) => selectLeadsAt(db, repository, paths),
    leadsAfter: (id, limit) => selectLeadsAfter(db, id, limit),
    versions: (format, name) => selectKnownVersions(db, format, name),
    stored: (repository, paths) => selectStored(db, repository, paths),
    dependencies: (repository, path) => selectDependencies(db, repository, path),
    deployers: (repository, paths) => selectDeployers(db, repository, paths),
    pulled: (repository, paths) => selectPulled(db, repository, paths),
  };
}
