import { listImages, manifestLimit, parseManifest } from '@packhouse/formats/container/manifest.ts';
import { digestText, locateContainerPath } from '@packhouse/formats/container/reference.ts';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { JudgedFile, LeadFile, PackageContents } from '@packhouse/peers/package-contents.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '../schema.ts';
import { selectLeadsAt, selectManifestsAt, selectTagsOf } from './lead-queries.ts';

/** The images that an index names never change. */
const imagesOfIndex = new LRUCache<string, ReadonlySet<string>>({ max: 5000 });

/** What somebody put in the place of an index, and is none, names nothing. */
function namesImages(bytes: Buffer): readonly string[] {
  try {
    return listImages(parseManifest(bytes)).map(({ digest }) => digest);
  } catch {
    return [];
  }
}

async function readImages(blobs: Pick<BlobStore, 'open'>, sha256: string): Promise<ReadonlySet<string>> {
  const known = imagesOfIndex.get(sha256);
  if (known) return known;
  const bytes = await readUpTo(await blobs.open(sha256), manifestLimit);
  const images = new Set(namesImages(bytes));
  imagesOfIndex.set(sha256, images);
  return images;
}

/**
 * Tells by which file a manifest of an image is judged. What a client asks for by its digest is part of the version that a tag stands for, where there is one,
 * so that nothing is judged twice. Of several the newest decides.
 */
export function makeFindJudged(db: Db, blobs: Pick<BlobStore, 'open'>): Pick<PackageContents, 'judgedBy' | 'leads'> {
  async function judgedBy(repository: string, file: { path: string; sha256: string }): Promise<JudgedFile | undefined> {
    const place = locateContainerPath(file.path);
    if (!place || place.kind === 'blob') return undefined;
    if (place.kind === 'tag') return file;
    const within = { repository, image: place.image };
    const [same] = await selectTagsOf(db, within, { sha256: file.sha256 });
    if (same) return same;
    const digests = [digestText(place.digest), `sha256:${file.sha256}`];
    for (const index of await selectTagsOf(db, within, 'index')) {
      const images = await readImages(blobs, index.sha256);
      const image = digests.find((digest) => images.has(digest));
      if (image !== undefined) return { ...index, image };
    }
    return file;
  }

  async function leads(repository: string, paths: readonly string[]): Promise<readonly LeadFile[]> {
    const found = await selectLeadsAt(db, repository, paths);
    const known = new Set(found.map(({ path }) => path));
    const left = paths.filter((path) => !known.has(path) && locateContainerPath(path)?.kind === 'manifest');
    if (left.length === 0) return found;
    const alone: LeadFile[] = [];
    for (const manifest of await selectManifestsAt(db, repository, left)) {
      const place = locateContainerPath(manifest.path);
      if (place?.kind !== 'manifest' || (await judgedBy(repository, manifest))?.path !== manifest.path) continue;
      alone.push({ ...manifest, package: place.image, version: digestText(place.digest), licences: [] });
    }
    return [...found, ...alone];
  }

  return { judgedBy, leads };
}
