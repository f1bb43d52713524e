import type { Session } from '@packhouse/console-kit/session.ts';

export const paths = {
  packages: '/packages',
  tree: '/repos/tree',
  topology: '/admin/mission_control/topology',
  projects: '/admin/projects/list',
  users: '/admin/management/users',
  licences: '/admin/license_management/licenses',
  profile: '/admin/artifactory/user_profile',
  login: '/login',
} as const;

/** Where '/' and '/home' lead. */
export function landingPath({ lightweight, administrator, services }: Pick<Session, 'lightweight' | 'administrator' | 'services'>): string {
  if (lightweight) return paths.tree;
  return administrator && 'mc' in services ? paths.topology : paths.packages;
}

/** Where opening the Administration sidebar leads: the first default that somebody serves, else the first item there is. */
export function administrationPath(services: Session['services'], items: readonly { path: string }[]): string {
  const wanted = 'mc' in services ? paths.topology : paths.projects;
  return items.some(({ path }) => path === wanted) ? wanted : (items[0]?.path ?? paths.users);
}
