import type { Readable } from 'node:stream';
import { archiveWords } from '@packhouse/contract/distribution/archive-words.ts';
import { archivedContent, archivedList, type ReleaseBundleManifest } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { ArchivePart } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import { considerOffer, makeStore, needSigner, parseManifest, receiveReleaseBundle, type Signed } from '../receive/receive.ts';
import { largestSigned, withSignedManifest } from '../receive/signed-manifest.ts';
import { computeSha256 } from '../release-bundle/manifest.ts';
import type { Doer, Place } from '../release-bundle/release-bundle.ts';
import { authoriseOnSome } from '../release-bundle/release-bundle-resource.ts';

interface Announced {
  signed: Signed;
  manifest: ReleaseBundleManifest;
}

/** Asks all that can be asked before a file is read: who signed, whether the importer may, whether it is here already. @throws AppError */
async function announce(context: Context, signed: Signed, doer: Doer): Promise<Announced> {
  const place = parseManifest(signed.manifest);
  const { fingerprint } = await needSigner(context, place, signed);
  const formats = new Map(place.files.map(({ repository, format }) => [repository, { key: repository, format }]));
  const { state } = await considerOffer(
    context,
    {
      name: place.name,
      version: place.version,
      manifestSha256: computeSha256(signed.manifest),
      keyFingerprint: fingerprint,
      repositories: [...formats.values()],
      createRepositories: true,
      dryRun: false,
      orderedAt: signed.orderedAt,
    },
    doer,
  );
  if (state === 'present') throw new AppError(archiveWords.bundle_imported_before);
  return { signed, manifest: place };
}

/** The list of files comes first, so that nothing is taken that nobody signed. */
async function readList(context: Context, first: ArchivePart | undefined, doer: Doer): Promise<Announced> {
  if (first?.name !== archivedList || first.size > largestSigned) throw new AppError(archiveWords.archive_begins_otherwise, { name: first?.name ?? '' });
  // Nobody ordered it from elsewhere: it counts as sent now.
  const orderedAt = Date.now() * 1000;
  return withSignedManifest(first.body, doer.actor.name, (signed) => announce(context, { ...signed, orderedAt }, doer));
}

/** Takes a release bundle from an archive while it comes in: each file is compared with the signed list, and all become visible at once. @throws AppError */
export async function importArchive(context: Context, body: Readable, doer: Doer): Promise<Place> {
  authoriseOnSome(doer.actor, 'deploy');
  const parts = context.storage.unpackArchive(body);
  try {
    const { value: first } = await parts.next();
    const { signed, manifest } = await readList(context, first ?? undefined, doer);
    const wanted = new Map(manifest.files.map(({ sha256, size }) => [archivedContent(sha256), { sha256, size }]));
    for await (const part of parts) {
      const file = wanted.get(part.name);
      if (file?.size !== part.size) throw new AppError(archiveWords.archive_file_unknown, { name: part.name });
      wanted.delete(part.name);
      await context.storage.receive(makeStore(manifest), file.sha256, part.body, doer.actor);
    }
    await receiveReleaseBundle(context, manifest, signed, doer);
    return { name: manifest.name, version: manifest.version };
  } finally {
    await parts.return(undefined);
  }
}
