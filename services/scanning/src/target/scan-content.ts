import { buffer } from 'node:stream/consumers';
import { SaidError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { parseManifest } from '@packhouse/formats/container/manifest.ts';
import { isForeignLayer } from '@packhouse/formats/container/media-types.ts';
import { parseDigest } from '@packhouse/formats/container/reference.ts';
import type { FoundComponent } from '../component/component.ts';
import { componentKey } from '../component/component-queries.ts';
import { libraryComponent } from '../component/ecosystem.ts';
import type { Context } from '../context.ts';
import { composeImage, type ImageLayer } from '../inventory/compose-image.ts';
import { blobContent } from '../inventory/content.ts';
import { countLayer, type LayerContent, readLayer } from '../inventory/layer.ts';
import { type Limits, Meter, UnreadableError, usualLimits } from '../inventory/limits.ts';
import { type Notes, readLibraries } from '../inventory/read-libraries.ts';

/** Raised whenever the extractors find more than before: everything is then read again. */
export const extractorVersion = 1;

const largestManifest = 4 * 1024 ** 2;
/** Files larger than this are not looked into. */
const largestArchive = 8 * 1024 ** 3;

export interface Inventory {
  components: FoundComponent[];
  /** This could not be read, in words for people. */
  notes: string[];
  /** Images of an index are missing here, and may come yet. */
  lacksImages?: boolean;
}

/** Bytes that a scan needs are not stored here, or not yet. */
export class AbsentError extends SaidError {
  override name = 'AbsentError';
}

/** Nothing here knows how to read such content. */
export class UnsupportedError extends SaidError {
  override name = 'UnsupportedError';
}

interface Reading {
  context: Pick<Context, 'db' | 'peers' | 'platform'>;
  /** One for all that is read: strangers say how many layers an image has, and how often. */
  meter: Meter;
  /** Layers that were read for this content, by digest. */
  layers: Map<string, LayerContent>;
}

async function openContent({ context }: Reading, sha256: string, what: Said) {
  const content = await blobContent(context.platform.blobs, sha256);
  if (!content) throw new AbsentError(say(scanningWords.part_not_stored, { why: what }));
  return content;
}

async function readArchive(reading: Reading, sha256: string): Promise<Inventory> {
  const content = await openContent(reading, sha256, say(scanningWords.the_file));
  if (content.size > largestArchive) throw new UnsupportedError(say(scanningWords.file_too_large));
  reading.meter.more(content.size);
  const notes: Notes = new Set();
  const files = await readLibraries(content, reading.meter, notes);
  const components = files.flatMap(({ path, libraries }) =>
    libraries.map((one) => ({ component: libraryComponent(one.ecosystem, one.name, one.version), location: path })),
  );
  return { components, notes: [...notes] };
}

/** Gives what was read of a layer before. */
async function knownLayer({ context, meter }: Reading, digest: string): Promise<LayerContent | undefined> {
  const query = context.db.selectFrom('layer').select('content').where('digest', '=', digest).where('extractor', '=', extractorVersion);
  const content = (await query.executeTakeFirst())?.content;
  if (content) countLayer(content, meter);
  return content;
}

/** The SHA-256 by which a part of an image is stored, whichever digest names it. @throws AbsentError, UnsupportedError */
async function findSha256({ context }: Reading, digest: string, what: Said): Promise<string> {
  const parsed = parseDigest(digest);
  if (!parsed) throw new UnsupportedError(say(scanningWords.part_digest_unknown));
  const sha256 = parsed.algorithm === 'sha256' ? parsed.hex : await context.peers.contents?.sha256Of(parsed.hex);
  if (sha256 === undefined) throw new AbsentError(say(scanningWords.part_not_stored, { why: what }));
  return sha256;
}

/** Opens a layer. @throws AbsentError, UnsupportedError */
async function openLayer(reading: Reading, digest: string) {
  const what = say(scanningWords.a_layer);
  const bytes = await openContent(reading, await findSha256(reading, digest, what), what);
  if (bytes.size > largestArchive) throw new UnsupportedError(say(scanningWords.layer_too_large));
  return bytes;
}

/** Reads a layer, once for all images that have it. */
async function readNewLayer(reading: Reading, digest: string): Promise<LayerContent> {
  const { db } = reading.context;
  const bytes = await openLayer(reading, digest);
  reading.meter.more(bytes.size);
  const content = await readLayer(bytes, reading.meter);
  const row = { digest, extractor: extractorVersion, content: JSON.stringify(content) };
  await db
    .insertInto('layer')
    .values(row)
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ extractor: row.extractor, content: row.content }))
    .execute();
  return content;
}

/** Reads what the layers of an image tell, in their order; nothing is read before all of them are here. */
async function readLayers(reading: Reading, digests: readonly string[]): Promise<ImageLayer[]> {
  const { layers, meter } = reading;
  if (digests.length > meter.limits.layers) throw new UnreadableError(say(scanningWords.too_many_layers, { count: meter.limits.layers }));
  const fresh: string[] = [];
  for (const digest of new Set(digests)) {
    if (layers.has(digest)) continue;
    const known = await knownLayer(reading, digest);
    if (known) layers.set(digest, known);
    else {
      await openLayer(reading, digest);
      fresh.push(digest);
    }
  }
  for (const digest of fresh) layers.set(digest, await readNewLayer(reading, digest));
  return digests.map((digest) => ({ digest, content: layers.get(digest)! }));
}

async function makeManifest(reading: Reading, sha256: string) {
  const content = await openContent(reading, sha256, say(scanningWords.the_manifest));
  if (content.size > largestManifest) throw new UnreadableError(say(scanningWords.manifest_too_large));
  return parseManifest(await buffer(content.open()));
}

/** Images are made of archives; charts, signatures and the like travel as images too, and are none. */
function isImageLayer(mediaType: string): boolean {
  if (mediaType === '') return true;
  // Everything from the first such word on is looked through once: whoever pushed the image wrote the type.
  const kind = mediaType.search(/\.(?:layer|diff)\./);
  return kind !== -1 && mediaType.includes('tar', kind);
}

/** Reads what the images of an index hold together. Those of which only some are pulled through a remote repository may be missing. */
async function readIndex(reading: Reading, children: readonly string[]): Promise<Inventory> {
  const { limits } = reading.meter;
  if (children.length > limits.images) throw new UnreadableError(say(scanningWords.too_many_images, { count: limits.images }));
  const found = new Map<string, FoundComponent>();
  const notes = new Set<string>();
  const absent: AbsentError[] = [];
  for (const digest of new Set(children)) {
    const inventory = await readChild(reading, digest).catch((error: unknown) => {
      if (error instanceof AbsentError) return error;
      throw error;
    });
    if (inventory instanceof AbsentError) {
      absent.push(inventory);
      continue;
    }
    for (const one of inventory.components) {
      const key = componentKey(one.component);
      if (!found.has(key)) found.set(key, one);
    }
    for (const note of inventory.notes) notes.add(note);
    if (found.size > limits.components) throw new UnreadableError(say(scanningWords.too_many_components, { count: limits.components }));
  }
  const [first] = absent;
  if (first && absent.length === new Set(children).size) throw first;
  if (first) notes.add('Images of some platforms are not stored here');
  return { components: [...found.values()], notes: [...notes], lacksImages: first !== undefined };
}

async function readChild(reading: Reading, digest: string): Promise<Inventory> {
  return readImage(reading, await findSha256(reading, digest, say(scanningWords.the_manifest)), true);
}

async function readImage(reading: Reading, sha256: string, isChild = false): Promise<Inventory> {
  const manifest = await makeManifest(reading, sha256);
  if (manifest.kind === 'index') {
    if (isChild) throw new UnsupportedError(say(scanningWords.index_inside_index));
    // Attestations stand beside the images of an index, for a platform that does not exist.
    const children = manifest.manifests.filter(({ platform, artifactType }) => platform?.os !== 'unknown' && artifactType === undefined);
    return readIndex(
      reading,
      children.map(({ digest }) => digest),
    );
  }
  const layers = manifest.layers.filter(({ mediaType }) => isImageLayer(mediaType));
  if (layers.length === 0) throw new UnsupportedError(say(scanningWords.no_file_system));
  const own = layers.filter(({ mediaType }) => !isForeignLayer(mediaType));
  const contents = await readLayers(
    reading,
    own.map(({ digest }) => digest),
  );
  const { components, notes } = await composeImage(contents, reading.meter);
  return { components, notes: own.length < layers.length ? [...notes, 'Layers that may not be passed on were not read'] : notes };
}

/**
 * Reads what some content holds, streamed from the blob store and within the limits.
 * @throws UnreadableError, AbsentError, UnsupportedError
 */
export async function scanContent(
  context: Pick<Context, 'db' | 'peers' | 'platform'>,
  content: { read: 'image' | 'archive'; sha256: string },
  options: { signal: AbortSignal; limits?: Limits },
): Promise<Inventory> {
  const reading: Reading = { context, meter: new Meter(options.limits ?? usualLimits, 0, options.signal), layers: new Map() };
  return content.read === 'image' ? readImage(reading, content.sha256) : readArchive(reading, content.sha256);
}
