import { AppError } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';
import { joinPath, storagePath } from '../storage/path.ts';
import type { Listed } from './copy-queries.ts';
import { ask, infoUrl, type OtherSide } from './other-side.ts';

/** Bytes of one listing that are read at once: some ten thousand files. */
const largestListing = 16 * 1024 * 1024;
const mostAtOnce = 1000;

const Listing = z.object({
  files: z.array(z.object({ uri: z.string(), folder: z.boolean().default(false), sha1: z.string().default(''), sha2: z.string().default('') })),
});
type Listing = z.output<typeof Listing>;

class TooLarge extends Error {}

async function readListing(other: OtherSide, folder: string, query: string, signal: AbortSignal): Promise<Listing['files']> {
  const answer = await ask(other, folder, `${infoUrl(other, 'storage', folder)}?list&${query}`, { method: 'GET', signal }, [404]);
  if (answer.status === 404) {
    answer.body.destroy();
    throw new AppError(replicationWords.other_side_unknown, { host: other.host, key: other.key });
  }
  const text = (await readUpTo(answer.body, largestListing, () => new TooLarge())).toString('utf8');
  try {
    return Listing.parse(JSON.parse(text)).files;
  } catch (cause) {
    throw new AppError(replicationWords.other_side_unreadable, { host: other.host }, { cause });
  }
}

/** Whether a file here can have this path; the other side chose it. */
export function isStorable(path: string): boolean {
  try {
    return storagePath(path) === path;
  } catch {
    return false;
  }
}

function* getPages(folder: string, files: Listing['files']): Generator<Listed[]> {
  const listed = files
    .filter((file) => !file.folder)
    .map(({ uri, sha1, sha2 }) => ({ path: joinPath(folder, uri.replace(/^\//, '')), sha1: sha1.toLowerCase(), sha256: sha2.toLowerCase() }));
  for (let from = 0; from < listed.length; from += mostAtOnce) yield listed.slice(from, from + mostAtOnce);
}

/**
 * Every file below a folder of the other side, some at a time. A folder whose list is too long is looked at folder by folder. It ends without a failure only
 * when everything was listed.
 */
export async function* listOther(other: OtherSide, signal: AbortSignal, folder = ''): AsyncGenerator<Listed[]> {
  const whole = await readListing(other, folder, 'deep=1', signal).catch((error: unknown) => {
    if (error instanceof TooLarge) return undefined;
    throw error;
  });
  if (whole) {
    yield* getPages(folder, whole);
    return;
  }
  const near = await readListing(other, folder, 'listFolders=1', signal);
  yield* getPages(folder, near);
  for (const one of near) if (one.folder) yield* listOther(other, signal, joinPath(folder, one.uri.replace(/^\//, '')));
}
