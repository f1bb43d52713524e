import { type Actor, authorise, isAllowed, isReleaseBundleRepository, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type Repository, resourceOf } from './directory.ts';

/** Whoever may read anywhere in it sees that it exists; a virtual one is seen by whoever may read a member. */
export async function mayList(context: Context, actor: Actor, repository: Repository): Promise<boolean> {
  if (isAllowed(actor, 'read', resourceOf(repository)) || isAllowed(actor, 'manage', resourceOf(repository))) return true;
  if (repository.class !== 'virtual') return false;
  return (await context.directory.flatten(repository)).some((member) => isAllowed(actor, 'read', resourceOf(member)));
}

/**
 * To manage release bundles is no right over the repository that keeps them.
 * @throws AppError `forbidden`, `unauthenticated` unless administrator or manager of the repository
 */
export function requireManager(actor: Actor, repository: Repository): void {
  if (actor.administrator || isReleaseBundleRepository(repository.key)) requireAdministrator(actor);
  else authorise(actor, 'manage', resourceOf(repository));
}
