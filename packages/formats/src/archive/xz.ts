import { Duplex, Readable } from 'node:stream';
import xz from 'xz-decompress';

async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const chunk of new xz.XzReadableStream(Readable.toWeb(Readable.from(packed)) as ReadableStream<Uint8Array>)) yield chunk;
}

/** A stream that takes an xz file and gives what it holds. In WebAssembly: no binding has to fit the machine, whatever Node version installed the libraries. */
export function createXzDecompress(): Duplex {
  return Duplex.from(unpack);
}
