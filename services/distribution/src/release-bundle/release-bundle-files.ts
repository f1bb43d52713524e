import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { ReleaseBundleDirectory } from '@packhouse/peers/release-bundle-directory.ts';
import type { Db } from '../schema.ts';
import { selectContents, selectFiles, selectReleaseBundle, selectVersionsAfter } from './release-bundle-queries.ts';
import { releaseBundleResource } from './release-bundle-resource.ts';

/** Tells other services what is in the versions of release bundles that somebody may read. */
export function releaseBundleFiles(db: Db): NonNullable<Peers['releaseBundleFiles']> {
  return async (actor, { name, version }) => {
    const bundle = isAllowed(actor, 'read', releaseBundleResource(name, version)) ? await selectReleaseBundle(db, name, version) : undefined;
    if (!bundle) return undefined;
    const files = await selectFiles(db, bundle.id);
    return { createdAt: bundle.created_at, files: files.map(({ repository, path, sha256 }) => ({ repository, path, sha256 })) };
  };
}

/** Tells other services which versions of release bundles there are and what they consist of. */
export function releaseBundleDirectory(db: Db): ReleaseBundleDirectory {
  return {
    async contents(name, version) {
      const bundle = await selectReleaseBundle(db, name, version);
      return bundle && { name, version, repository: bundle.storing_repository, contents: await selectContents(db, bundle.id) };
    },
    after: (id, limit) => selectVersionsAfter(db, id, limit),
  };
}
