import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import { nameTypes } from '../federation/type-names.ts';

/** What goes over a connection: kinds of entities in words, or the name that somebody gave to a target or a repository. */
export function ConnectionName({ kind, name }: Pick<Connection, 'kind' | 'name'>) {
  return kind === 'FEDERATION' ? nameTypes(name === '' ? [] : name.split(', ')) : <span className="ph-mono">{name}</span>;
}
