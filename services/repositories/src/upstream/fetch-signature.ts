import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { expireEntries } from './remote-entry-queries.ts';
import { askUpstream, upstreamUrl } from './upstream.ts';

/** Some dozens of keys sign at most. */
const longest = 256 * 1024;

/**
 * The signature that lies beside the head of an upstream's listing, as it is now: one from the cache could be about an earlier head.
 * What clients get of it is asked for anew, too.
 * @throws AppError `upstream_unavailable`, `upstream_failed`
 */
export async function fetchSignature(context: Context, repository: RemoteRepository, path: string): Promise<Buffer | undefined> {
  const answer = await askUpstream(context, repository, { url: upstreamUrl(repository, path) });
  try {
    if (answer.status !== 200) return undefined;
    const signature = await readUpTo(answer.body, longest);
    await expireEntries(context.db, repository.id, path);
    return signature;
  } catch (cause) {
    throw new AppError(upstreamWords.upstream_file_unreadable, { path }, { cause });
  } finally {
    answer.body.destroy();
  }
}
