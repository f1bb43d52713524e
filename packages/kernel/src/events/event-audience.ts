import { type Actor, isAllowed, type PlacedRepository, repositoryResource } from '../access/authorisation.ts';
import type { PlatformEvent } from './outbox.ts';

export type PlaceOf = (key: string) => PlacedRepository | undefined;

const getText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The repository that an event is about, as permissions see it: what is remembered of it, and what the event itself says. */
function readRepository({ data }: PlatformEvent, key: string, getPlace: PlaceOf | undefined): PlacedRepository {
  const { class: repositoryClass, projectKey, environments } = data;
  return {
    ...(Array.isArray(environments) ? { environments: environments.map(String) } : {}),
    ...(typeof projectKey === 'string' ? { projectKey } : {}),
    ...getPlace?.(key),
    key,
    ...(typeof repositoryClass === 'string' ? { class: repositoryClass as 'local' | 'remote' | 'virtual' } : {}),
  };
}

/** Whether an event that names its readers names this one. */
function isAmong({ kind, name, groups: own }: Actor, audience: { users?: readonly string[]; groups?: readonly string[] }): boolean {
  const { users = [], groups = [] } = audience;
  return kind === 'user' && (users.includes(name) || own.some((group) => groups.includes(group)));
}

/**
 * Whether this actor may learn of this event. An event of a repository goes to whoever may read what it is about; `data.audience` may name
 * one user (`user:<name>`), everybody signed in (`everyone`), some (`{users, groups}`) or nobody but followers (`followers`); what happens to a project goes to its members; all else is for administrators.
 * `placeOf` knows projects and environments of repositories.
 */
function mayReceive(actor: Actor, event: PlatformEvent, getPlace?: PlaceOf): boolean {
  const { audience, repository, path, subject } = event.data;
  if (audience === 'followers') return false;
  if (actor.administrator && !actor.scope) return true;
  if (typeof audience === 'string') return actor.kind === 'user' && (audience === 'everyone' || audience === `user:${actor.name}`);
  if (typeof audience === 'object' && audience !== null) return isAmong(actor, audience);
  if (event.type.startsWith('access.project.')) return isAllowed(actor, 'read', { type: 'project', name: String(subject) });
  if (typeof repository !== 'string') return false;
  return isAllowed(actor, 'read', repositoryResource(readRepository(event, repository, getPlace), getText(path)));
}

/**
 * Gives what an actor is told of an event, or undefined when they may not learn of it.
 * A package has no path that could be judged, so whoever may read only parts of its repository is told of a change there, without the name.
 */
export function tellable(actor: Actor, event: PlatformEvent, getPlace?: PlaceOf): Pick<PlatformEvent, 'id' | 'type' | 'subject' | 'data' | 'at'> | undefined {
  if (!mayReceive(actor, event, getPlace)) return undefined;
  const { audience: _, ...data } = event.data;
  const isNameless = data.package === undefined || data.path !== undefined || (actor.administrator && !actor.scope);
  if (isNameless) return { ...event, data };
  const { package: _name, by: _by, ...rest } = data;
  return { ...event, subject: String(data.repository), data: rest };
}
