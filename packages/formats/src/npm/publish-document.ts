import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@packhouse/contract/errors.ts';
import type { StagedFile } from '../format.ts';
import { refusals } from './npm-refusals.ts';

const quote = 0x22;
const backslash = 0x5c;

/** Decodes base64 that arrives in pieces. */
class Base64Decoder {
  #rest = '';
  decode(piece: Buffer): Buffer {
    // Encoders may escape the slash and break lines.
    const text = this.#rest + piece.toString('latin1').replace(/\\\/|\\[nrt]/g, (escaped) => (escaped === '\\/' ? '/' : ''));
    if (/[^A-Za-z0-9+/=]/.test(text)) throw new AppError(refusals.attachment_is_no_base64);
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    return Buffer.from(text.slice(0, whole), 'base64');
  }
  /** Gives what is left when the padding was left out. */
  finish(): Buffer {
    return Buffer.from(this.#rest, 'base64');
  }
}

interface Sink {
  name: string;
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
}

/**
 * Walks over the bytes of a publish document. Everything but the tarball is kept to be parsed; the tarball's base64,
 * at `_attachments.<name>.tgz.data`, goes to a sink as it arrives, so that memory does not grow with it.
 */
class DocumentScanner {
  readonly #limit: number;
  readonly #open: (name: string) => Sink;
  readonly #kept: Buffer[] = [];
  #keptLength = 0;
  /** Keys on the way to here; an array counts as one key. */
  readonly #path: string[] = [];
  readonly #objects: boolean[] = [];
  #key = '';
  #expectsKey = false;
  #text: Buffer[] | undefined;
  #isKey = false;
  #escaped = false;
  #sink: Sink | undefined;
  #pending = Buffer.alloc(0);

  constructor(limit: number, open: (name: string) => Sink) {
    this.#limit = limit;
    this.#open = open;
  }

  async feed(chunk: Buffer): Promise<void> {
    let position = 0;
    while (position < chunk.length) {
      if (this.#sink) position = await this.#feedSink(this.#sink, chunk, position);
      else position = this.#feedKept(chunk, position);
    }
  }

  /** All but the tarball, as it came. */
  document(): Buffer {
    if (this.#sink) throw new AppError(refusals.body_ends_in_attachment);
    return Buffer.concat(this.#kept);
  }

  async #feedSink(sink: Sink, chunk: Buffer, from: number): Promise<number> {
    const end = chunk.indexOf(quote, from);
    let piece = Buffer.concat([this.#pending, chunk.subarray(from, end === -1 ? undefined : end)]);
    // An escape may be split between two chunks.
    const keep = end === -1 && piece.at(-1) === backslash ? 1 : 0;
    this.#pending = piece.subarray(piece.length - keep);
    piece = piece.subarray(0, piece.length - keep);
    await sink.write(piece);
    if (end === -1) return chunk.length;
    await sink.end();
    this.#sink = undefined;
    this.#keep(Buffer.from('"'));
    return end + 1;
  }

  #feedKept(chunk: Buffer, from: number): number {
    for (let position = from; position < chunk.length; position++) {
      if (!this.#step(chunk[position] ?? 0)) continue;
      this.#keep(chunk.subarray(from, position + 1));
      return position + 1;
    }
    this.#keep(chunk.subarray(from));
    return chunk.length;
  }

  /** True when the tarball's data begins after this byte. */
  #step(byte: number): boolean {
    if (this.#text) {
      this.#stepText(byte, this.#text);
      return false;
    }
    switch (byte) {
      case quote:
        if (!this.#expectsKey && this.#startsTarball()) return true;
        this.#text = [];
        this.#isKey = this.#expectsKey;
        return false;
      case 0x7b: // {
      case 0x5b: // [
        this.#path.push(this.#key);
        this.#objects.push(byte === 0x7b);
        if (this.#path.length > 200) throw new AppError(refusals.npm_document_too_deep);
        this.#expectsKey = byte === 0x7b;
        return false;
      case 0x7d: // }
      case 0x5d: // ]
        this.#key = this.#path.pop() ?? '';
        this.#objects.pop();
        this.#expectsKey = false;
        return false;
      case 0x2c: // ,
        this.#expectsKey = this.#objects.at(-1) ?? false;
        return false;
      case 0x3a: // :
        this.#expectsKey = false;
        return false;
      default:
        return false;
    }
  }

  #stepText(byte: number, text: Buffer[]): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) {
      if (this.#isKey) this.#key = this.#keyOf(text);
      this.#text = undefined;
      return;
    }
    if (this.#isKey && text.length < 1024) text.push(Buffer.of(byte));
  }

  #keyOf(text: Buffer[]): string {
    try {
      return JSON.parse(`"${Buffer.concat(text).toString('utf8')}"`) as string;
    } catch {
      return '';
    }
  }

  #startsTarball(): boolean {
    const [, root, attachments] = this.#path;
    if (this.#path.length !== 3 || root !== '_attachments' || this.#key !== 'data' || !attachments?.endsWith('.tgz')) return false;
    this.#sink = this.#open(attachments);
    return true;
  }

  #keep(piece: Buffer): void {
    this.#keptLength += piece.length;
    if (this.#keptLength > this.#limit) throw new AppError(refusals.npm_document_too_large);
    // A copy: the chunk's memory belongs to the stream.
    this.#kept.push(Buffer.from(piece));
  }
}

export interface PublishDocument {
  document: unknown;
  /** The tarballs by their name in the document. */
  tarballs: ReadonlyMap<string, StagedFile>;
}

/** Reads the body of `npm publish` as it streams in; tarballs go straight to `stage`, the rest to `parse` when all of it is there. */
export async function readPublishDocument(
  body: Readable,
  limit: number,
  stage: (body: Readable) => Promise<StagedFile>,
  parse: (document: Buffer) => Promise<unknown>,
): Promise<PublishDocument> {
  const tarballs = new Map<string, StagedFile>();
  let current: { stream: PassThrough; staged: Promise<StagedFile> } | undefined;
  const scanner = new DocumentScanner(limit, (name) => {
    if (tarballs.size > 0) throw new AppError(refusals.one_tarball_only);
    const stream = new PassThrough();
    // The body may break off before the storing reads, which then hears of it all the same; with nobody listening the error would end the process.
    stream.on('error', () => undefined);
    const staged = stage(stream);
    staged.catch(() => stream.destroy());
    current = { stream, staged };
    const decoder = new Base64Decoder();
    return {
      name,
      async write(piece) {
        const bytes = decoder.decode(piece);
        if (bytes.length === 0 || stream.write(bytes)) return;
        await Promise.race([once(stream, 'drain'), staged]);
      },
      async end() {
        stream.end(decoder.finish());
        tarballs.set(name, await staged);
        current = undefined;
      },
    };
  });
  try {
    for await (const chunk of body) {
      await scanner.feed(chunk as Buffer);
      // Of what has arrived already one piece would follow the other at once, and nobody else would be answered before the last.
      await setImmediate();
    }
    return { document: await parse(scanner.document()), tarballs };
  } finally {
    const left = current as { stream: PassThrough; staged: Promise<StagedFile> } | undefined;
    if (left) {
      left.stream.destroy(new Error('the body broke off'));
      await left.staged.catch(() => undefined);
    }
  }
}
