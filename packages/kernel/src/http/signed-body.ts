import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { peerClockHeader } from '@packhouse/contract/prefixes.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { preParsingAsyncHookHandler } from 'fastify';
import type { Platform } from '../platform.ts';

/** Bytes of a body that another deployment may send with a call, where the call says no limit of its own. */
const largestSignedBody = 4 * 1024 * 1024;

/** Finds out which deployment makes a call before anything of its body is looked at; the signature is over the bytes as they come. */
export function readSignedBody(platform: Pick<Platform, 'identity'>, largest = largestSignedBody): preParsingAsyncHookHandler {
  const refuse = () => new AppError(kernelWords.body_larger_than, { bytes: largest });
  return async (request, reply, payload) => {
    reply.header(peerClockHeader, Date.now());
    let body: Buffer = Buffer.alloc(0);
    request.peer = await platform.identity.peerOf({
      authorization: request.headers.authorization,
      method: request.method,
      path: request.url,
      readBody: async () => (body = await readUpTo(payload, largest, refuse)),
    });
    return Readable.from(body, { objectMode: false });
  };
}
