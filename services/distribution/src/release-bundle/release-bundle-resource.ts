import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Action, type Actor, authorise, isAllowed, mayDistribute, type Resource } from '@packhouse/kernel/access/authorisation.ts';

/** Tells what a version of a release bundle is to permissions: patterns look at `name/version`. */
export function releaseBundleResource(name: string, version?: string): Resource {
  return { type: 'releaseBundle', name, ...(version === undefined ? {} : { path: `${name}/${version}` }) };
}

/** Whether somebody may see a version and where it went: who may send it sees what it is, too. The content of its files is another matter. */
export function maySee(actor: Actor, name: string, version: string): boolean {
  const bundle = releaseBundleResource(name, version);
  return isAllowed(actor, 'read', bundle) || mayDistribute(actor, bundle);
}

/** @throws AppError `unauthenticated`, `forbidden` */
export function requireSight(actor: Actor, name: string, version: string): void {
  if (!maySee(actor, name, version)) authorise(actor, 'read', releaseBundleResource(name, version));
}

/** Allowed on some release bundle, whichever. */
export function isAllowedOnSome(actor: Actor, action: Action): boolean {
  if (isAllowed(actor, action, releaseBundleResource(''))) return true;
  const grants = [...actor.grants, ...(actor.scope ?? [])].filter(({ resourceType }) => resourceType === 'releaseBundle');
  return grants.some(({ names }) => names.some((name) => isAllowed(actor, action, releaseBundleResource(name))));
}

/** @throws AppError `forbidden` */
export function authoriseOnSome(actor: Actor, action: Action): void {
  if (isAllowedOnSome(actor, action)) return;
  throw new AppError(distributionWords.bundle_action_needed, { action }, { detail: { action, resource: { type: 'releaseBundle' } } });
}
