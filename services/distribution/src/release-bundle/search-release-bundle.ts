import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { KeptSource } from '../schema.ts';
import { type CollectedFile, collectFiles } from './collect-files.ts';

const underWay = new WeakMap<Context, Set<string>>();

function requireFiles(files: readonly CollectedFile[]): void {
  if (files.length > 0) return;
  throw fieldRefusal('source', say(distributionWords.no_file_fits));
}

/**
 * The files that a version has or would have. Queries and patterns of the caller can be long under way, so everybody has one of them at a time.
 * @throws AppError `too_many_requests`, `invalid_input` (there are none)
 */
export async function searchReleaseBundle(context: Context, actor: Actor, content: { source: KeptSource }): Promise<CollectedFile[]> {
  const busy = underWay.get(context) ?? new Set();
  underWay.set(context, busy);
  if (busy.has(actor.name)) throw new AppError(distributionWords.search_under_way);
  busy.add(actor.name);
  try {
    const files = await collectFiles(context, actor, content.source);
    requireFiles(files);
    return files;
  } finally {
    busy.delete(actor.name);
  }
}
