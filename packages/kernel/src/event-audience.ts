import { type Actor, isAllowed, type PlacedRepository, repositoryResource } from './authorisation.ts';
import type { PlatformEvent } from './outbox.ts';

/**
 * Whether this actor may learn of this event. An event of a repository goes to whoever may read what it is about; `data.audience` may name
 * one user (`user:<name>`) or everybody signed in (`everyone`); all else is for administrators. `placeOf` knows projects and environments of repositories.
 */
export function mayReceive(actor: Actor, event: PlatformEvent, placeOf?: (key: string) => PlacedRepository | undefined): boolean {
  const { audience, repository, path, class: repositoryClass } = event.data as Record<string, unknown>;
  if (actor.administrator && !actor.scope) return true;
  if (typeof audience === 'string') return actor.kind === 'user' && (audience === 'everyone' || audience === `user:${actor.name}`);
  if (typeof repository !== 'string') return false;
  const known = typeof repositoryClass === 'string' ? { class: repositoryClass as 'local' | 'remote' | 'virtual' } : {};
  return isAllowed(actor, 'read', repositoryResource({ ...placeOf?.(repository), key: repository, ...known }, typeof path === 'string' ? path : undefined));
}
