import type { Session } from '@packhouse/console-kit/session/session.ts';

/** The four roles there are. */
export const roles = ['anonymous', 'user', 'administrator', 'projectAdministrator'] as const;
export type Role = (typeof roles)[number];

/** The role in which somebody looks at the console now: a project administrator only while that project is chosen. */
export function getRole({ kind, administrator, managesProject, projectKey }: Pick<Session, 'kind' | 'administrator' | 'managesProject' | 'projectKey'>): Role {
  if (kind !== 'user') return 'anonymous';
  if (administrator) return 'administrator';
  return managesProject && projectKey !== undefined ? 'projectAdministrator' : 'user';
}
