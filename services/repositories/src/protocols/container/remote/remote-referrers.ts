import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { RemoteRepository } from '../../../directory/directory.ts';
import { askRegistry, isAbsence } from './ask-registry.ts';
import { upstreamNames } from './upstream-names.ts';

const Index = z.looseObject({ manifests: z.array(z.looseObject({ digest: z.string() })).nullish() });

function parseIndex(repository: RemoteRepository, bytes: Buffer): Record<string, unknown>[] {
  try {
    return Index.parse(JSON.parse(bytes.toString('utf8'))).manifests ?? [];
  } catch (cause) {
    throw new AppError(upstreamWords.upstream_sent_no_referrers, { key: repository.key }, { cause });
  }
}

/** The upstream's referrers; registries without that call keep them in an index tagged after the digest. */
export async function fetchReferrers(context: Context, repository: RemoteRepository, image: string, digest: string): Promise<Record<string, unknown>[]> {
  for (const name of upstreamNames(repository, image)) {
    for (const rest of [`referrers/${digest}`, `manifests/${digest.replace(':', '-')}`]) {
      try {
        const answer = await askRegistry(context, repository, { image: name, rest, headers: { accept: mediaTypes.ociIndex } });
        if (!isAbsence(answer.status)) return parseIndex(repository, await readUpTo(answer.body, 16 * 1024 * 1024));
        answer.body.destroy();
      } catch (err) {
        // What is stored is still told: a signature that is known must not disappear with the upstream.
        context.log.warn({ err, repository: repository.key }, 'the referrers of an upstream could not be asked for');
        return [];
      }
    }
  }
  return [];
}
