import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import type { PackageContents } from '@packhouse/peers/package-contents.ts';
import { findMediaType } from '../download/media-type.ts';
import type { Db } from '../schema.ts';
import { getName } from '../storage/path.ts';
import { makeFindJudged } from './judged-file.ts';
import { selectDependencies, selectDeployers, selectKnownVersions, selectLeadsAfter, selectPropertiesAt, selectPulled, selectStored } from './lead-queries.ts';
import { findOrigins } from './origin.ts';

/** Answers what other services may know of the packages that are held. */
export function packageContents(db: Db, blobs: Pick<BlobStore, 'open'>): PackageContents {
  const origins = findOrigins(db, blobs);
  return {
    origins,
    ...makeFindJudged(db, blobs),
    leadsAfter: (id, limit) => selectLeadsAfter(db, id, limit),
    versions: (format, name) => selectKnownVersions(db, format, name),
    stored: (repository, paths) => selectStored(db, repository, paths),
    dependencies: (repository, path) => selectDependencies(db, repository, path),
    deployers: (repository, paths) => selectDeployers(db, repository, paths),
    async labels(repository, paths) {
      const found = await selectPropertiesAt(db, repository, paths);
      return new Map(found.map(({ path, properties }) => [path, { mediaType: findMediaType(getName(path)), properties: new Map(Object.entries(properties)) }]));
    },
    pulled: (repository, paths) => selectPulled(db, repository, paths),
  };
}
