import { AppError } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { requireSignature, wantsSignature } from '../keys/verify-upstream.ts';
import type { StoredArtifact } from '../storage/stored-artifact.ts';
import { fetchSignature } from '../upstream/fetch-signature.ts';
import { storeVerified } from '../upstream/keep-file.ts';
import type { Promised } from '../upstream/promised.ts';
import { isGone, requireContent, requireExpectedType } from '../upstream/upstream.ts';
import type { Listed } from './copy-queries.ts';
import type { Properties } from './other-properties.ts';
import { ask, fileUrl, type OtherSide } from './other-side.ts';

/** What its bytes have to be: as the answer itself says, for the file may have changed since it was listed, else as it was listed. */
function findPromise({ sha256, sha1 }: Listed, headers: Record<string, string>): Promised {
  const said = headers['x-checksum-sha256'];
  if (said) return { sha256: said };
  return sha256 === '' ? { sha1: sha1 || undefined } : { sha256 };
}

interface Fetching {
  properties: Properties | undefined;
  signal: AbortSignal;
}

/**
 * Stores a file of the upstream as the repository's clients would have it stored, verified before it takes the place of what was here; nothing where it is gone.
 * @throws AppError
 */
export async function fetchFile(
  context: Context,
  repository: RemoteRepository,
  other: OtherSide,
  listed: Listed,
  { properties, signal }: Fetching,
): Promise<StoredArtifact | undefined> {
  const { path } = listed;
  const url = fileUrl(other, path);
  const answer = await ask(other, path, url, { method: 'GET', signal }, [404, 410, 500]);
  if (isGone(answer.status)) {
    answer.body.destroy();
    return undefined;
  }
  if (answer.status === 500) {
    // It fails at this one file, as far as anybody knows; the others need not wait for it.
    answer.body.destroy();
    throw new AppError(replicationWords.other_side_refused, { host: other.host, status: 500, path });
  }
  requireContent(repository, answer);
  requireExpectedType(repository, path, answer);
  const verify = wantsSignature(repository, path)
    ? {
        verify: (staged: Parameters<typeof requireSignature>[3]) =>
          requireSignature(context, repository, path, staged, (beside) => fetchSignature(context, repository, beside)),
      }
    : {};
  const file = { path, url, freshness: 'metadata', promised: findPromise(listed, answer.headers), properties, ...verify } as const;
  return storeVerified(context, repository, file, answer);
}
