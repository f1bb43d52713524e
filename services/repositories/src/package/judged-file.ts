import { listImages, manifestLimit, parseManifest } from '@packhouse/formats/container/manifest.ts';
import { isIndexType } from '@packhouse/formats/container/media-types.ts';
import { digestText, locateContainerPath } from '@packhouse/formats/container/reference.ts';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { JudgedFile, LeadFile, PackageContents } from '@packhouse/peers/package-contents.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '../schema.ts';
import { selectLeadsAt, selectManifestsAt, selectTagsOf } from './lead-queries.ts';

/** Manifests that an index names, and which of them are said to be indexes themselves; that never changes. */
interface Named {
  digests: ReadonlySet<string>;
  indexes: readonly string[];
}

const namedByIndex = new LRUCache<string, Named>({ max: 5000 });
/** Nobody honest puts indexes deeper into each other. */
const deepest = 5;
const mostIndexes = 100;

/** What somebody put in the place of an index, and is none, names nothing. */
function parseNamed(bytes: Buffer): Named {
  try {
    const images = listImages(parseManifest(bytes));
    return {
      digests: new Set(images.map(({ digest }) => digest)),
      indexes: images.filter(({ mediaType }) => isIndexType(mediaType)).map(({ digest }) => digest),
    };
  } catch {
    return { digests: new Set(), indexes: [] };
  }
}

async function readNamed(blobs: Pick<BlobStore, 'open'>, sha256: string): Promise<Named> {
  const known = namedByIndex.get(sha256);
  if (known) return known;
  const named = parseNamed(await readUpTo(await blobs.open(sha256), manifestLimit));
  namedByIndex.set(sha256, named);
  return named;
}

/** The one of some digests that an index names, or one of the indexes inside it that are here. */
async function findNamed(blobs: Pick<BlobStore, 'open'>, sha256: string, digests: readonly string[]): Promise<string | undefined> {
  const seen = new Set([`sha256:${sha256}`]);
  let level = [...seen];
  for (let depth = 0; depth < deepest && level.length > 0 && seen.size <= mostIndexes; depth++) {
    const below: string[] = [];
    for (const index of level) {
      const inside = readNamed(blobs, index.slice('sha256:'.length));
      // One that a remote repository has not fetched yet names nothing so far.
      const { digests: named, indexes } = depth === 0 ? await inside : await inside.catch(() => ({ digests: new Set<string>(), indexes: [] }));
      const found = digests.find((digest) => named.has(digest));
      if (found !== undefined) return found;
      below.push(...indexes);
    }
    level = [...new Set(below)].filter((digest) => digest.startsWith('sha256:') && !seen.has(digest));
    for (const digest of level) seen.add(digest);
  }
  return undefined;
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
      const image = await findNamed(blobs, index.sha256, digests);
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
