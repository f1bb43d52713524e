import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Action, type Actor, authorise, isAllowed, isAllowedSomewhere, mayDistribute, type Resource } from '@packhouse/kernel/access/authorisation.ts';
import type { Place } from './release-bundle.ts';
import { releaseBundleResource } from './release-bundle-resource.ts';

/** Permissions look at this in a target: patterns at its site, or its name where it has none, and its city. */
export interface Destination {
  name: string;
  site: string;
  city: string;
}

function destinationResource({ name, site, city }: Destination): Resource {
  return { type: 'destination', name, path: site === '' ? name : site, alias: city };
}

export type RunType = 'distribute' | 'delete';

const needed = { distribute: 'deploy', delete: 'delete' } as const satisfies Record<RunType, Action>;

const managesBundle = (actor: Actor, { name, version }: Place) => isAllowed(actor, 'manage', releaseBundleResource(name, version));

/**
 * Whether somebody may send a version to some targets, or have it deleted there: who manages the release bundle may everywhere, who may promote or distribute it
 * where permissions on destinations say so.
 */
export function mayDistributeSomewhere(actor: Actor, place: Place, type: RunType): boolean {
  if (managesBundle(actor, place)) return true;
  const bundle = releaseBundleResource(place.name, place.version);
  return (isAllowed(actor, 'annotate', bundle) || mayDistribute(actor, bundle)) && isAllowedSomewhere(actor, needed[type], 'destination');
}

/** Refuses who may send this version nowhere. @throws AppError `unauthenticated` or `forbidden` */
export function authoriseSomeTarget(actor: Actor, place: Place, type: RunType): void {
  if (!mayDistributeSomewhere(actor, place, type)) authorise(actor, 'manage', releaseBundleResource(place.name, place.version));
}

/** Those of the targets to which somebody may send this version, or where they may have it deleted. */
export function keepAllowed<Target extends Destination>(actor: Actor, place: Place, type: RunType, targets: readonly Target[]): Target[] {
  if (managesBundle(actor, place)) return [...targets];
  return mayDistributeSomewhere(actor, place, type) ? targets.filter((target) => isAllowed(actor, needed[type], destinationResource(target))) : [];
}

/** @throws AppError `unauthenticated` or `forbidden`, naming the first target that is not allowed */
export function authoriseTargets(actor: Actor, place: Place, type: RunType, targets: readonly Destination[]): void {
  authoriseSomeTarget(actor, place, type);
  if (managesBundle(actor, place)) return;
  authoriseDestinations(actor, type, targets);
}

/** The same of the targets alone, whatever is sent. @throws AppError `unauthenticated` or `forbidden`, naming the first that is not allowed */
export function authoriseDestinations(actor: Actor, type: RunType, targets: readonly Destination[]): void {
  for (const target of targets) authorise(actor, needed[type], destinationResource(target));
}

/** The targets that somebody has to know of: all who manage some release bundle, others those that permissions let them see or use. @throws AppError `forbidden` */
export function keepVisible<Target extends Destination>(actor: Actor, managesSome: boolean, targets: readonly Target[]): Target[] {
  if (managesSome) return [...targets];
  const actions = ['read', ...Object.values(needed)] as const;
  if (!actions.some((action) => isAllowedSomewhere(actor, action, 'destination')))
    throw new AppError(distributionWords.bundle_action_needed, { action: 'manage' }, { detail: { action: 'manage', resource: { type: 'releaseBundle' } } });
  return targets.filter((target) => actions.some((action) => isAllowed(actor, action, destinationResource(target))));
}
