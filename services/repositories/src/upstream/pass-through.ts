import type { Readable } from 'node:stream';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { findBeside, type RemoteFile, readLength, requirePromised } from './promised.ts';
import { noRoomFor, sendOnly } from './send-only.ts';
import { askUpstream, isGone, requireContent, requireExpectedType } from './upstream.ts';

/** A file of an upstream that the repository does not keep. */
export interface PassedOn {
  kind: 'passing';
  from: RemoteRepository;
  headers: Record<string, string>;
  body: Readable;
}

/**
 * Fetches a file for one client and forgets it. It is staged whole before its first byte goes out, so that checksums are verified all the same; without room for that, before its last.
 */
export async function passThrough(
  context: Context,
  repository: RemoteRepository,
  file: Pick<RemoteFile, 'path' | 'url' | 'headers' | 'promised' | 'beside'>,
): Promise<PassedOn | { kind: 'missing' }> {
  const answer = await askUpstream(context, repository, { url: file.url, headers: file.headers });
  if (isGone(answer.status)) {
    answer.body.destroy();
    return { kind: 'missing' };
  }
  requireContent(repository, answer);
  requireExpectedType(repository, file.path, answer);
  const promised = { ...file.promised, ...(await findBeside(file, answer)) };
  const sha512 = promised.sha512 !== undefined || getFormat(repository.format).keepsSha512 === true;
  const length = readLength(answer);
  if (await noRoomFor(context, length ?? 0))
    return {
      kind: 'passing',
      from: repository,
      headers: answer.headers,
      body: sendOnly(answer.body, { sha512 }, (sums) => requirePromised({ ...file, promised }, sums, length)),
    };
  const staged = await context.platform.blobs.stage(answer.body, { sha512 });
  try {
    requirePromised({ ...file, promised }, staged, undefined);
  } catch (error) {
    await staged.discard();
    throw error;
  }
  const body = staged.open();
  body.on('close', () => void staged.discard());
  return {
    kind: 'passing',
    from: repository,
    headers: {
      ...answer.headers,
      'content-length': String(staged.size),
      'x-checksum-sha256': staged.sha256,
      'x-checksum-sha1': staged.sha1,
      'x-checksum-md5': staged.md5,
      ...(staged.sha512 ? { 'x-checksum-sha512': staged.sha512 } : {}),
    },
    body,
  };
}
