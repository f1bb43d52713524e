import { parseManifest } from '@packhouse/formats/docker/manifest.ts';
import { isForeignLayer } from '@packhouse/formats/docker/media-types.ts';
import { parseDigest } from '@packhouse/formats/docker/reference.ts';
import type { FoundComponent } from '../component/component.ts';
import { libraryComponent } from '../component/ecosystem.ts';
import type { Context } from '../context.ts';
import { composeImage } from '../inventory/compose-image.ts';
import { blobContent } from '../inventory/content.ts';
import { type LayerContent, readLayer } from '../inventory/layer.ts';
import { type Limits, Meter, UnreadableError, usualLimits } from '../inventory/limits.ts';
import { type Notes, readLibraries } from '../inventory/read-libraries.ts';

/** Raised whenever the extractors find more than before: everything is then read again. */
export const extractorVersion = 1;

const largestManifest = 4 * 1024 ** 2;
/** Files larger than this are not looked into. */
const largestArchive = 8 * 1024 ** 3;

export interface Inventory {
  components: FoundComponent[];
  /** What could not be read, in words for people. */
  notes: string[];
}

/** Bytes that a scan needs are not stored here, or not yet. */
export class AbsentError extends Error {
  override name = 'AbsentError';
}

/** Nothing here knows how to read such content. */
export class UnsupportedError extends Error {
  override name = 'UnsupportedError';
}

interface Reading {
  context: Pick<Context, 'db' | 'platform'>;
  limits: Limits;
  signal: AbortSignal;
}

async function openContent({ context }: Reading, sha256: string, what: string) {
  const content = await blobContent(context.platform.blobs, sha256);
  if (!content) throw new AbsentError(`${what} is not stored here`);
  return content;
}

async function readArchive(reading: Reading, sha256: string): Promise<Inventory> {
  const content = await openContent(reading, sha256, 'The file');
  if (content.size > largestArchive) throw new UnsupportedError('The file is too large to be looked into');
  const notes: Notes = new Set();
  const files = await readLibraries(content, new Meter(reading.limits, content.size, reading.signal), notes);
  const components = files.flatMap(({ path, libraries }) =>
    libraries.map((one) => ({ component: libraryComponent(one.ecosystem, one.name, one.version), location: path })),
  );
  return { components, notes: [...notes] };
}

/** What a layer tells; read once for all images that have it. */
async function layerOf(reading: Reading, digest: string): Promise<LayerContent> {
  const { db } = reading.context;
  const known = await db.selectFrom('layer').select('content').where('digest', '=', digest).where('extractor', '=', extractorVersion).executeTakeFirst();
  if (known) return known.content;
  const parsed = parseDigest(digest);
  if (parsed?.algorithm !== 'sha256') throw new UnsupportedError('A layer is named by another digest than SHA-256');
  const bytes = await openContent(reading, parsed.hex, 'A layer');
  if (bytes.size > largestArchive) throw new UnsupportedError('A layer is too large to be looked into');
  const content = await readLayer(bytes, new Meter(reading.limits, bytes.size, reading.signal));
  const row = { digest, extractor: extractorVersion, content: JSON.stringify(content) };
  await db
    .insertInto('layer')
    .values(row)
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ extractor: row.extractor, content: row.content }))
    .execute();
  return content;
}

async function manifestOf(reading: Reading, sha256: string) {
  const content = await openContent(reading, sha256, 'The manifest');
  if (content.size > largestManifest) throw new UnreadableError('The manifest is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of content.open()) chunks.push(chunk);
  return parseManifest(Buffer.concat(chunks));
}

/** Images are made of archives; charts, signatures and the like travel as images too, and are none. */
const isImageLayer = (mediaType: string) => mediaType === '' || /\.(?:layer|diff)\..*tar|rootfs\.diff\.tar/.test(mediaType);

async function readImage(reading: Reading, sha256: string, isChild = false): Promise<Inventory> {
  const manifest = await manifestOf(reading, sha256);
  if (manifest.kind === 'index') {
    if (isChild) throw new UnsupportedError('An index inside an index is not looked into');
    // Attestations stand beside the images of an index, for a platform that does not exist.
    const children = manifest.manifests.filter(({ platform, artifactType }) => platform?.os !== 'unknown' && artifactType === undefined);
    const inventories: Inventory[] = [];
    for (const { digest } of children) inventories.push(await readImage(reading, digest.replace(/^sha256:/, ''), true));
    return { components: inventories.flatMap(({ components }) => components), notes: [...new Set(inventories.flatMap(({ notes }) => notes))] };
  }
  const layers = manifest.layers.filter(({ mediaType }) => isImageLayer(mediaType));
  if (layers.length === 0) throw new UnsupportedError('It holds no file system');
  const own = layers.filter(({ mediaType }) => !isForeignLayer(mediaType));
  const contents: { digest: string; content: LayerContent }[] = [];
  for (const { digest } of own) contents.push({ digest, content: await layerOf(reading, digest) });
  const { components, notes } = composeImage(contents);
  return { components, notes: own.length < layers.length ? [...notes, 'Layers that may not be passed on were not read'] : notes };
}

/**
 * Reads what some content holds, streamed from the blob store and within the limits.
 * @throws UnreadableError, AbsentError, UnsupportedError
 */
export async function scanContent(
  context: Pick<Context, 'db' | 'platform'>,
  content: { read: 'image' | 'archive'; sha256: string },
  options: { signal: AbortSignal; limits?: Limits },
): Promise<Inventory> {
  const reading = { context, limits: options.limits ?? usualLimits, signal: options.signal };
  return content.read === 'image' ? readImage(reading, content.sha256) : readArchive(reading, content.sha256);
}
