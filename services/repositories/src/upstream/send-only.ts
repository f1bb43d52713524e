import { Readable } from 'node:stream';
import { Digests, type Sums } from '@packhouse/kernel/blobs/digests.ts';
import { isStorageFull } from '@packhouse/kernel/http/outside-failure.ts';
import type { Context } from '../context.ts';

/** Why so many bytes cannot be kept, or undefined when there is room for them. */
export async function noRoomFor(context: Context, bytes: number): Promise<Error | undefined> {
  try {
    await context.platform.blobs.requireRoom?.(bytes);
    return undefined;
  } catch (error) {
    if (isStorageFull(error)) return error as Error;
    throw error;
  }
}

/**
 * A body on its way to one client without being kept. Its last bytes follow only once `check` has found the whole good,
 * so that nobody takes a wrong file for a right one; the body breaks off instead.
 */
export function sendOnly(body: Readable, options: { sha512: boolean }, check: (sums: Sums) => void): Readable {
  async function* passing() {
    const digests = new Digests(options);
    let held: Buffer | undefined;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      digests.update(chunk);
      if (held) yield held;
      held = chunk;
    }
    check(digests.peek());
    if (held) yield held;
  }
  const sent = Readable.from(passing(), { objectMode: false });
  // A client that is gone before the first byte, or wanted no more than the head.
  sent.on('close', () => body.destroy());
  return sent;
}
