import type { RouteObject } from 'react-router';
import { replicationsPath } from '../administration/administration-screens.ts';

const base = '/admin/repositories/:repositoryClass/:key/replications';

export const newReplicationPath = (key: string): string => `${replicationsPath(key)}/new`;
export const editReplicationPath = (key: string, id: number): string => `${replicationsPath(key)}/edit/${id}`;

/** Replications of a repository: list, new, edit. */
export const replicationScreens: RouteObject[] = [
  { path: base, lazy: async () => ({ Component: (await import('./replication-list-page.tsx')).ReplicationListPage }) },
  { path: `${base}/new`, lazy: async () => ({ Component: (await import('./replication-form-page.tsx')).NewReplicationPage }) },
  { path: `${base}/edit/:replicationId`, lazy: async () => ({ Component: (await import('./replication-form-page.tsx')).EditReplicationPage }) },
];
