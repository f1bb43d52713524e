import { type Manifest, parseManifest } from '@packhouse/formats/container/manifest.ts';
import type { Context } from '../../context.ts';
import { smallDocument } from '../../reading/small-document.ts';
import { type Described, type Description, describeImage, readManifestDocument } from './manifest-document.ts';

/** Threads load this. */
const module = new URL('manifest-document.ts', import.meta.url);

/** Reads a manifest; a large one where nobody waits for it. @throws AppError `manifest_invalid` */
export async function readManifestIn(context: Pick<Context, 'readers'>, bytes: Buffer, contentType?: string): Promise<Manifest> {
  if (bytes.length <= smallDocument) return parseManifest(bytes, contentType);
  return context.readers.call(module, readManifestDocument, bytes, contentType);
}

/** Describes an image by its manifest and its settings; where they are large, where nobody waits for it. */
export async function describeImageIn(
  context: Pick<Context, 'readers'>,
  described: Described,
  bytes: Buffer,
  config: Buffer | undefined,
): Promise<Description> {
  if (bytes.length + (config?.length ?? 0) <= smallDocument) return describeImage(described, config);
  return context.readers.call(module, describeImage, described, config);
}
