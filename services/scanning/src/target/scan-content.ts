import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { FoundComponent } from '../component/component.ts';
import { componentKey } from '../component/component-queries.ts';
import type { Context } from '../context.ts';
import { composeImage, type ImageLayer } from '../inventory/compose-image.ts';
import { countLayer, type LayerContent } from '../inventory/layer.ts';
import { makeComponent } from '../inventory/libraries.ts';
import { type Limits, Meter, UnreadableError, usualLimits } from '../inventory/limits.ts';
import type { Platform } from '../inventory/platforms.ts';
import { type GatheredImages, type ImageParts, type LayerPart, openContent, UnsupportedError } from './image-parts.ts';

/** Raised whenever the extractors find more than before: everything is then read again. */
export const extractorVersion = 8;

/** Where in a bill of materials something stands says nothing. */
const place = 'sbom';

/** Files larger than this are not looked into. */
const largestArchive = 8 * 1024 ** 3;

export interface Inventory {
  components: FoundComponent[];
  /** What images are made of as a whole. */
  platforms: Platform[];
  /** This could not be read, in words for people. */
  notes: string[];
}

/** A file that is looked into as packages of its format are. */
export interface ArchiveFile {
  sha256: string;
  format: FormatId;
  path: string;
}

interface Reading {
  context: Pick<Context, 'db' | 'platform' | 'looks'>;
  signal: AbortSignal;
  /** One for all that is read: strangers say how many layers an image has, and how often. */
  meter: Meter;
  /** Layers that were read for this content, by the SHA-256 of their bytes. */
  layers: Map<string, LayerContent>;
}

async function readArchive(reading: Reading, { sha256, format, path }: ArchiveFile): Promise<Inventory> {
  const content = await openContent(reading.context, sha256, say(scanningWords.the_file));
  if (content.size > largestArchive) throw new UnsupportedError(say(scanningWords.file_too_large));
  const { looks } = reading.context;
  const { files, listed, notes } = await looks.package(content, { format, path }, reading.meter.limits, reading.signal);
  const components = files.flatMap(({ path, libraries }) =>
    libraries.map((one) => ({ component: makeComponent(one), location: path, licences: one.licences ?? [] })),
  );
  return { components: [...components, ...listed.map((one) => ({ ...one, location: place }))], platforms: [], notes };
}

/** Layers are kept by what their bytes are, not by what somebody calls them. */
const nameLayer = (sha256: string) => `sha256:${sha256}`;

/** Gives what was read of a layer before. */
async function knownLayer({ context, meter }: Reading, sha256: string): Promise<LayerContent | undefined> {
  const query = context.db.selectFrom('layer').select('content').where('digest', '=', nameLayer(sha256)).where('extractor', '=', extractorVersion);
  const content = (await query.executeTakeFirst())?.content;
  if (content) countLayer(content, meter);
  return content;
}

/** Opens a layer. @throws AbsentError, UnsupportedError */
async function openLayer({ context }: Reading, sha256: string) {
  const bytes = await openContent(context, sha256, say(scanningWords.a_layer));
  if (bytes.size > largestArchive) throw new UnsupportedError(say(scanningWords.layer_too_large));
  return bytes;
}

/** Reads a layer, once for all images that have it. */
async function readNewLayer(reading: Reading, sha256: string): Promise<LayerContent> {
  const { db } = reading.context;
  const bytes = await openLayer(reading, sha256);
  const content = await reading.context.looks.layer(bytes, reading.meter.limits, reading.signal);
  countLayer(content, reading.meter);
  reading.meter.time();
  const row = { digest: nameLayer(sha256), extractor: extractorVersion, content: JSON.stringify(content) };
  await db
    .insertInto('layer')
    .values(row)
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ extractor: row.extractor, content: row.content }))
    .execute();
  return content;
}

/** Reads what the layers of an image tell, in their order; nothing is read before all of them are here. */
async function readLayers(reading: Reading, parts: readonly LayerPart[]): Promise<ImageLayer[]> {
  const { layers } = reading;
  const fresh: string[] = [];
  for (const sha256 of new Set(parts.map((part) => part.sha256))) {
    if (layers.has(sha256)) continue;
    const known = await knownLayer(reading, sha256);
    if (known) layers.set(sha256, known);
    else {
      await openLayer(reading, sha256);
      fresh.push(sha256);
    }
  }
  for (const sha256 of fresh) layers.set(sha256, await readNewLayer(reading, sha256));
  return parts.map(({ digest, sha256 }) => ({ digest, content: layers.get(sha256)! }));
}

async function readImage(reading: Reading, { layers, platforms: named, hasForeign }: ImageParts): Promise<Inventory> {
  const { components, platforms, notes } = await composeImage(await readLayers(reading, layers), reading.meter);
  return { components, platforms: [...platforms, ...named], notes: hasForeign ? [...notes, 'Layers that may not be passed on were not read'] : notes };
}

/** Reads what the images of a version hold together. */
async function readImages(reading: Reading, { images, lacksImages }: GatheredImages): Promise<Inventory> {
  const [only] = images;
  if (only && images.length === 1 && !lacksImages) return readImage(reading, only);
  const { limits } = reading.meter;
  const found = new Map<string, FoundComponent>();
  const notes = new Set<string>();
  const platforms: Platform[] = [];
  for (const image of images) {
    const inventory = await readImage(reading, image);
    for (const one of inventory.components) {
      const key = componentKey(one.component);
      if (!found.has(key)) found.set(key, one);
    }
    platforms.push(...inventory.platforms);
    for (const note of inventory.notes) notes.add(note);
    if (found.size > limits.components) throw new UnreadableError(say(scanningWords.too_many_components, { count: limits.components }));
  }
  if (lacksImages) notes.add('Images of some platforms are not stored here');
  return { components: [...found.values()], platforms, notes: [...notes] };
}

/**
 * Reads what some content holds, streamed from the blob store and within the limits: an archive, or images by their gathered parts.
 * @throws UnreadableError, AbsentError, UnsupportedError
 */
export async function scanContent(
  context: Pick<Context, 'db' | 'platform' | 'looks'>,
  content: ArchiveFile | GatheredImages,
  options: { signal: AbortSignal; limits?: Limits },
): Promise<Inventory> {
  const reading: Reading = { context, meter: new Meter(options.limits ?? usualLimits, 0, options.signal), signal: options.signal, layers: new Map() };
  return 'sha256' in content ? readArchive(reading, content) : readImages(reading, content);
}
