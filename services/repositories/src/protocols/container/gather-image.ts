import { requiredBlobs } from '@packhouse/formats/container/manifest.ts';
import { blobPath, manifestPath, needDigest } from '@packhouse/formats/container/reference.ts';
import type { Context } from '../../context.ts';
import type { StoringRepository } from '../../directory/directory.ts';
import { findArtifact } from '../../storage/stored-artifact.ts';
import { readManifestIn } from './manifest-reading.ts';
import { findTag, readManifest } from './manifest-store.ts';

/** Paths of everything a tag is made of in this repository, the tag's own manifest last; empty when there is no such tag. */
export async function gatherImage(context: Context, repository: StoringRepository, image: string, tag: string): Promise<readonly string[]> {
  const lead = await findTag(context, repository.id, image, tag);
  if (!lead) return [];
  const paths = new Set<string>([manifestPath(image, { algorithm: 'sha256', hex: lead.sha256 })]);
  const open = [lead.sha256];
  for (let sha256 = open.pop(); sha256 !== undefined; sha256 = open.pop()) {
    const manifest = await readManifestIn(context, (await readManifest(context, sha256)).bytes);
    for (const digest of requiredBlobs(manifest)) paths.add(blobPath(image, needDigest(digest)));
    for (const child of manifest.manifests) {
      const path = manifestPath(image, needDigest(child.digest));
      const stored = paths.has(path) ? undefined : await findArtifact(context, repository.id, path);
      if (!stored) continue;
      paths.add(path);
      open.push(stored.sha256);
    }
  }
  return [...paths, lead.path];
}
