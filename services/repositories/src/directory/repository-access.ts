import { isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { type Actor, authorise, authoriseThroughout, isAllowed, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type Repository, readResource } from './directory.ts';

/** Whoever may read anywhere in it sees that it exists; a virtual one is seen by whoever may read a member. */
export async function mayList(context: Context, actor: Actor, repository: Repository): Promise<boolean> {
  if (isAllowed(actor, 'read', readResource(repository)) || isAllowed(actor, 'manage', readResource(repository))) return true;
  if (repository.class !== 'virtual') return false;
  return (await context.directory.flatten(repository)).some((member) => isAllowed(actor, 'read', readResource(member)));
}

/**
 * To manage release bundles is no right over the repository that keeps them.
 * @throws AppError `forbidden`, `unauthenticated` unless administrator or manager of the repository
 */
export function requireManager(actor: Actor, repository: Repository): void {
  if (actor.administrator || isReleaseBundleRepository(repository.key)) requireAdministrator(actor);
  else authorise(actor, 'manage', readResource(repository));
}

/**
 * What is done to the repository as a whole is for those who manage all of it, not for those who manage a part.
 * @throws AppError `forbidden`, `unauthenticated`
 */
export function requireWholeManager(actor: Actor, repository: Repository): void {
  requireManager(actor, repository);
  authoriseThroughout(actor, 'manage', readResource(repository));
}
