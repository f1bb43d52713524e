import type { ReleaseBundleSource } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type CollectedFile, collectFiles } from './collect-files.ts';

const underWay = new WeakMap<Context, Set<string>>();

function requireFiles(files: readonly CollectedFile[]): void {
  if (files.length > 0) return;
  const message = 'No file that you may read fits';
  throw new AppError('invalid_input', { message, detail: [{ path: 'source', message }] });
}

/**
 * The files that a version has or would have. Queries and patterns of the caller can be long under way, so everybody has one of them at a time.
 * @throws AppError `too_many_requests`, `invalid_input` (there are none)
 */
export async function searchReleaseBundle(context: Context, actor: Actor, content: { source: ReleaseBundleSource }): Promise<CollectedFile[]> {
  const busy = underWay.get(context) ?? new Set();
  underWay.set(context, busy);
  if (busy.has(actor.name)) throw new AppError('too_many_requests', { message: 'Your search before this one is still under way' });
  busy.add(actor.name);
  try {
    const files = await collectFiles(context, actor, content.source);
    requireFiles(files);
    return files;
  } finally {
    busy.delete(actor.name);
  }
}
