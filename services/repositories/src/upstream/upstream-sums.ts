import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import type { Promised } from './promised.ts';
import { askUpstream, upstreamUrl } from './upstream.ts';

type Sum = 'sha1' | 'sha256' | 'sha512' | 'md5';

const digits: Record<Sum, number> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 };
/** Some tools write the file's name beside the checksum; nobody writes more. */
const longest = 4096;

/**
 * How to learn the checksum that an upstream keeps in a file beside another; undefined where there is nothing to learn.
 * @throws AppError `upstream_failed` from the question, where the repository's policy asks for a checksum and there is none
 */
export function sumBeside(context: Context, repository: RemoteRepository, path: string): (() => Promise<Promised>) | undefined {
  const { checksumFiles = [] } = getFormat(repository.format);
  const { checksumPolicy } = repository.settings;
  // A signature proves itself, and upstreams have no checksums of checksums.
  if (checksumFiles.length === 0 || checksumPolicy === 'ignore' || /\.(?:asc|md5|sha\d+)$/.test(path)) return undefined;
  return async () => {
    for (const sum of checksumFiles) {
      const value = await askForSum(context, repository, `${path}.${sum}`, digits[sum]);
      if (value) return { [sum]: value };
    }
    if (checksumPolicy === 'fail') throw new AppError(upstreamWords.upstream_lacks_checksum, { key: repository.key, path });
    return {};
  };
}

/** The checksum in a file of the upstream; nothing where there is no such file, or no checksum in it. */
async function askForSum(context: Context, repository: RemoteRepository, path: string, length: number): Promise<string | undefined> {
  try {
    const answer = await askUpstream(context, repository, { url: upstreamUrl(repository, path) });
    try {
      if (answer.status !== 200) return undefined;
      const text = (await readUpTo(answer.body, longest, () => new AppError('upstream_failed'))).toString();
      return new RegExp(`(?<![0-9a-f])[0-9a-f]{${length}}(?![0-9a-f])`, 'i').exec(text)?.[0].toLowerCase();
    } finally {
      answer.body.destroy();
    }
  } catch (error) {
    // Upstreams that refuse what they do not have are many; one that is out of reach will not send the file either.
    if (error instanceof AppError && error.code === 'upstream_failed') return undefined;
    throw error;
  }
}
