import type { PackageContents } from '@packhouse/peers/package-contents.ts';
import type { Db } from '../schema.ts';
import { selectLeadsAfter, selectLeadsAt, selectSha256 } from './lead-queries.ts';

/** Answers what other services may know of the packages that are held. */
export function packageContents(db: Db): PackageContents {
  return {
    leads: (repository, paths) => selectLeadsAt(db, repository, paths),
    leadsAfter: (id, limit) => selectLeadsAfter(db, id, limit),
    sha256Of: (sha512) => selectSha256(db, sha512),
  };
}
