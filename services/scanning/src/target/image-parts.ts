import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { SaidError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { listImages, parseManifest } from '@packhouse/formats/container/manifest.ts';
import { isForeignLayer } from '@packhouse/formats/container/media-types.ts';
import { blobPath, type Digest, locateContainerPath, manifestPath, parseDigest } from '@packhouse/formats/container/reference.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { blobContent } from '../inventory/content.ts';
import { type Limits, UnreadableError } from '../inventory/limits.ts';
import { basePlatform, type Platform, runtimePlatforms } from '../inventory/platforms.ts';

const largestManifest = 4 * 1024 ** 2;

/** Bytes that a scan needs are not stored here, or not yet. */
export class AbsentError extends SaidError {
  override name = 'AbsentError';
}

/** Nothing here knows how to read such content. */
export class UnsupportedError extends SaidError {
  override name = 'UnsupportedError';
}

/** A layer, with the SHA-256 by which it is stored, whichever digest names it. */
export interface LayerPart {
  digest: string;
  sha256: string;
}

export interface ImageParts {
  layers: readonly LayerPart[];
  /** What it says of itself that it is made of. */
  platforms: readonly Platform[];
  /** It has layers that may not be passed on. */
  hasForeign: boolean;
}

/** The images that stand for a version: one, or those of an index. */
export interface GatheredImages {
  images: readonly ImageParts[];
  /** Digests of those of an index, and of the indexes in it; none where there is but the one. */
  held: readonly string[];
  /** Images of an index are missing here, and may come yet. */
  lacksImages: boolean;
  /** The same wherever there are the same parts of the same content. */
  subject: string;
}

interface Place {
  context: Pick<Context, 'peers' | 'platform'>;
  repository: string;
  image: string;
  limits: Limits;
}

export async function openContent({ platform }: Pick<Context, 'platform'>, sha256: string, what: Said) {
  const content = await blobContent(platform.blobs, sha256);
  if (!content) throw new AbsentError(say(scanningWords.part_not_stored, { why: what }));
  return content;
}

async function readManifest({ context }: Place, sha256: string) {
  const content = await openContent(context, sha256, say(scanningWords.the_manifest));
  if (content.size > largestManifest) throw new UnreadableError(say(scanningWords.manifest_too_large));
  return parseManifest(await buffer(content.open()));
}

/**
 * Finds parts that the repository holds for this very image. A digest alone is no permission to read: whoever writes a manifest
 * may name the content of others, which is stored here as well.
 * @throws UnsupportedError
 */
async function findParts(place: Place, digests: readonly string[], locate: (image: string, digest: Digest) => string): Promise<Map<string, string>> {
  const wanted = new Map(digests.map((text) => [text, parseDigest(text)]));
  const stored = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const [text, digest] of wanted) {
    if (!digest) throw new UnsupportedError(say(scanningWords.part_digest_unknown));
    paths.set(text, locate(place.image, digest));
  }
  const there = await place.context.peers.contents?.stored(place.repository, [...paths.values()]);
  for (const [text, digest] of wanted) {
    const sha256 = there?.get(paths.get(text)!);
    if (sha256 !== undefined && (digest?.algorithm !== 'sha256' || digest.hex === sha256)) stored.set(text, sha256);
  }
  return stored;
}

/** Images are made of archives; charts, signatures and the like travel as images too, and are none. */
function isImageLayer(mediaType: string): boolean {
  if (mediaType === '') return true;
  // Everything from the first such word on is looked through once: whoever pushed the image wrote the type.
  const kind = mediaType.search(/\.(?:layer|diff)\./);
  return kind !== -1 && mediaType.includes('tar', kind);
}

type Manifest = ReturnType<typeof parseManifest>;

// https://github.com/opencontainers/image-spec/blob/main/config.md
const Settings = z.looseObject({
  config: z
    .looseObject({ Env: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** What an image says by its annotations and, where they are here, by its settings. */
async function readPlatforms(place: Place, { annotations, config }: Manifest): Promise<Platform[]> {
  const base = basePlatform(annotations['org.opencontainers.image.base.name']);
  const named = base ? [base] : [];
  if (!config || config.size > largestManifest) return named;
  const sha256 = (await findParts(place, [config.digest], blobPath)).get(config.digest);
  const content = sha256 === undefined ? undefined : await blobContent(place.context.platform.blobs, sha256);
  if (!content || content.size > largestManifest) return named;
  try {
    const settings = Settings.parse(JSON.parse((await buffer(content.open())).toString('utf8')));
    return [...named, ...runtimePlatforms(settings.config?.Env ?? [])];
  } catch {
    // Whoever pushed the image wrote its settings: such that nobody understands say nothing.
    return named;
  }
}

/** @throws AbsentError unless all layers are here */
async function gatherLayers(place: Place, manifest: Manifest): Promise<ImageParts> {
  const layers = manifest.layers.filter(({ mediaType }) => isImageLayer(mediaType));
  if (layers.length === 0) throw new UnsupportedError(say(scanningWords.no_file_system));
  const own = layers.filter(({ mediaType }) => !isForeignLayer(mediaType)).map(({ digest }) => digest);
  if (own.length > place.limits.layers) throw new UnreadableError(say(scanningWords.too_many_layers, { count: place.limits.layers }));
  const stored = await findParts(place, own, blobPath);
  const parts = own.map((digest) => ({ digest, sha256: stored.get(digest) }));
  if (parts.some(({ sha256 }) => sha256 === undefined)) throw new AbsentError(say(scanningWords.part_not_stored, { why: say(scanningWords.a_layer) }));
  return { layers: parts as LayerPart[], platforms: await readPlatforms(place, manifest), hasForeign: own.length < layers.length };
}

interface GatheredIndex {
  /** Images by their digests, each once, whatever indexes name it. */
  images: Map<string, ImageParts>;
  /** Indexes inside that are here. */
  indexes: Set<string>;
  absent: AbsentError | undefined;
}

/** Reads one manifest that an index names, and gives the manifests that it names itself. @throws AbsentError */
async function gatherChild(place: Place, digest: string, sha256: string | undefined, gathered: GatheredIndex): Promise<readonly string[]> {
  if (sha256 === undefined) throw new AbsentError(say(scanningWords.part_not_stored, { why: say(scanningWords.the_manifest) }));
  const manifest = await readManifest(place, sha256);
  if (manifest.kind === 'index') {
    gathered.indexes.add(digest);
    return listImages(manifest).map((one) => one.digest);
  }
  gathered.images.set(digest, await gatherLayers(place, manifest));
  return [];
}

/** Goes down level by level. None is read twice, so that indexes that name each other, or one image by many ways, end and cost no more than what they name. */
async function gatherLevels(place: Place, top: string, manifest: Manifest): Promise<GatheredIndex> {
  const { limits } = place;
  const gathered: GatheredIndex = { images: new Map(), indexes: new Set(), absent: undefined };
  const seen = new Set([top]);
  let level: readonly string[] = listImages(manifest).map(({ digest }) => digest);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limits.depth) throw new UnreadableError(say(scanningWords.indexes_too_deep, { count: limits.depth }));
    const fresh = [...new Set(level)].filter((digest) => !seen.has(digest));
    for (const digest of fresh) seen.add(digest);
    if (seen.size - 1 > limits.images) throw new UnreadableError(say(scanningWords.too_many_images, { count: limits.images }));
    const stored = await findParts(place, fresh, manifestPath);
    const below: string[] = [];
    for (const digest of fresh) {
      try {
        below.push(...(await gatherChild(place, digest, stored.get(digest), gathered)));
      } catch (error) {
        if (!(error instanceof AbsentError)) throw error;
        gathered.absent ??= error;
      }
    }
    level = below;
  }
  return gathered;
}

/** Gathers the images of an index, and of the indexes in it. Those of which only some are pulled through a remote repository may be missing. */
async function gatherIndex(place: Place, sha256: string, manifest: Manifest): Promise<GatheredImages> {
  const { images, indexes, absent } = await gatherLevels(place, `sha256:${sha256}`, manifest);
  if (absent && images.size === 0) throw absent;
  const held = [...images.keys(), ...indexes];
  const subject = absent ? `${sha256} ${createHash('sha256').update(held.join('\n')).digest('hex')}` : sha256;
  return { images: [...images.values()], held, lacksImages: absent !== undefined, subject };
}

/**
 * Gathers what a version of an image is made of, as far as its repository holds it; nothing of it is read yet.
 * @throws UnreadableError, AbsentError, UnsupportedError
 */
export async function gatherImages(
  context: Pick<Context, 'peers' | 'platform'>,
  { repository, path, sha256 }: { repository: string; path: string; sha256: string },
  limits: Limits,
): Promise<GatheredImages> {
  const image = locateContainerPath(path)?.image;
  if (image === undefined) throw new UnsupportedError(say(scanningWords.archive_kind_unknown));
  const place: Place = { context, repository, image, limits };
  const manifest = await readManifest(place, sha256);
  if (manifest.kind === 'index') return gatherIndex(place, sha256, manifest);
  return { images: [await gatherLayers(place, manifest)], held: [], lacksImages: false, subject: sha256 };
}
