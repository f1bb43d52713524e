import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { z } from 'zod';
import { parseBounded } from '../text/bounded-json.ts';
import { refusals } from './cargo-refusals.ts';

/** A body of known layout that is read piece by piece. */
class PieceReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  constructor(body: Readable) {
    this.chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }
  async exactly(length: number): Promise<Buffer> {
    // Put together once at the end: a client may send byte by byte.
    const pieces = [this.rest];
    let arrived = this.rest.length;
    while (arrived < length) {
      const { value, done } = await this.chunks.next();
      if (done) throw new AppError(refusals.crate_upload_too_short);
      pieces.push(value);
      arrived += value.length;
    }
    if (pieces.length > 1) this.rest = Buffer.concat(pieces);
    const piece = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return piece;
  }
  /** The next `length` bytes as they come. */
  async *stream(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.rest.length === 0) this.rest = await this.exactly(1).then((first) => Buffer.concat([first, this.rest]));
      const piece = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}

const Text = z.string().nullish();

const PublishDependency = z.object({
  name: z.string(),
  version_req: z.string(),
  features: z.array(z.string()).default([]),
  optional: z.boolean().default(false),
  default_features: z.boolean().default(true),
  target: Text,
  kind: z.enum(['dev', 'build', 'normal']).default('normal'),
  registry: Text,
  explicit_name_in_toml: Text,
});
export type PublishDependency = z.output<typeof PublishDependency>;

/** `cargo publish` says this about the crate before its bytes. https://doc.rust-lang.org/cargo/reference/registry-web-api.html#publish */
const PublishMetadata = z.object({
  name: z.string(),
  vers: z.string(),
  deps: z.array(PublishDependency).default([]),
  features: z.record(z.string(), z.array(z.string())).optional(),
  description: Text,
  documentation: Text,
  homepage: Text,
  repository: Text,
  readme: Text,
  keywords: z.array(z.string()).optional(),
  authors: z.array(z.string()).optional(),
  license: Text,
  links: Text,
  rust_version: Text,
});
export type PublishMetadata = z.output<typeof PublishMetadata>;

/** Reads what cargo says about a crate. */
export async function readMetadata(bytes: Buffer): Promise<PublishMetadata> {
  let said: unknown;
  try {
    said = parseBounded(bytes, () => new AppError(refusals.crate_metadata_too_large));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(refusals.crate_metadata_is_no_json, {}, { cause });
  }
  const { most } = readingLimits.crateFeatures;
  if (Object.keys((said as { features?: object } | null)?.features ?? {}).length > most) throw new AppError(refusals.crate_has_too_many_features, { most });
  const parsed = PublishMetadata.safeParse(said);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(refusals.crate_metadata_wrong, { field: issue!.path.join('.'), reason: issue!.message });
}

/** Splits the upload: the JSON whole, to be read by `parse`, the crate as a stream to be read next. */
export async function readPublishBody(
  body: Readable,
  parse: (metadata: Buffer) => Promise<PublishMetadata>,
): Promise<{ metadata: PublishMetadata; crate: AsyncGenerator<Buffer> }> {
  const reader = new PieceReader(body);
  const length = (await reader.exactly(4)).readUInt32LE();
  if (length > readingLimits.crateMetadata.most) throw new AppError(refusals.crate_metadata_too_large);
  const metadata = await parse(await reader.exactly(length));
  const crateLength = (await reader.exactly(4)).readUInt32LE();
  return { metadata, crate: reader.stream(crateLength) };
}
