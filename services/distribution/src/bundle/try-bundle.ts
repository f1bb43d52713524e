import { AppError } from '@packhouse/contract/errors.ts';
import type { BundleSource } from '@packhouse/contract/release-bundle-routes.ts';
import type { Actor } from '@packhouse/kernel/authorisation.ts';
import type { Context } from '../context.ts';
import { previewBundle } from './bundle.ts';
import type { CollectedFile } from './collect-files.ts';

const underWay = new WeakMap<Context, Set<string>>();

/**
 * The files that a version would have, only to be shown. Queries and patterns of the caller can be long under way, so everybody has one of
 * them at a time. @throws AppError `too_many_requests`
 */
export async function tryBundle(context: Context, actor: Actor, content: { source: BundleSource }): Promise<CollectedFile[]> {
  const busy = underWay.get(context) ?? new Set();
  underWay.set(context, busy);
  if (busy.has(actor.name)) throw new AppError('too_many_requests', { message: 'Your search before this one is still under way' });
  busy.add(actor.name);
  try {
    return await previewBundle(context, actor, content);
  } finally {
    busy.delete(actor.name);
  }
}
