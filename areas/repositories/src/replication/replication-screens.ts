import type { RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { type RouteObject, useParams } from 'react-router';
import { replicationsPath } from '../administration/administration-screens.ts';

const base = '/admin/repositories/:repositoryClass/:key/replications';

/** The repository whose replications a page is about, as its address names it. */
export interface ReplicatedPlace {
  class: RepositoryClass;
  key: string;
}

/** Reads the place in the address of a page. */
export function useReplicatedPlace(): ReplicatedPlace {
  const { repositoryClass = 'local', key = '' } = useParams();
  return { class: repositoryClass as RepositoryClass, key };
}

export const newReplicationPath = (place: ReplicatedPlace): string => `${replicationsPath(place)}/new`;
export const editReplicationPath = (place: ReplicatedPlace, id: number): string => `${replicationsPath(place)}/edit/${id}`;

/** Replications of a repository: list, new, edit. */
export const replicationScreens: RouteObject[] = [
  { path: base, lazy: async () => ({ Component: (await import('./replication-list-page.tsx')).ReplicationListPage }) },
  { path: `${base}/new`, lazy: async () => ({ Component: (await import('./replication-form-page.tsx')).NewReplicationPage }) },
  { path: `${base}/edit/:replicationId`, lazy: async () => ({ Component: (await import('./replication-form-page.tsx')).EditReplicationPage }) },
];
