import type { Session } from '@packhouse/console-kit/session/session.ts';
import { isBuildRepository } from '@packhouse/contract/repository-keys.ts';

export const paths = {
  packages: '/packages',
  tree: '/repos/tree',
  topology: '/admin/mission_control/topology',
  projects: '/admin/projects/list',
  users: '/admin/management/users',
  adminMenu: '/admin/artifactory/list',
  licences: '/admin/license_management/licenses',
  profile: '/admin/artifactory/user_profile',
  login: '/login',
  ended: '/login?ended=true',
  quickSetup: '/quick-setup',
  documentation: '/documentation',
  support: '/support',
  cloud: '/cloud-subscription',
  storage: '/admin/monitoring/storage-summary',
} as const;

/** Licences that cost nothing. */
const freeLicences: readonly string[] = ['OSS', 'JCR', 'CONAN'];

/**
 * Whether the quick setup comes first: an administrator's first sign-in on a free installation that has only the repositories which the
 * platform makes by itself, those that keep the documents of builds.
 */
export function isQuickSetupFirst(
  { administrator, licenceType, features }: Pick<Session, 'administrator' | 'licenceType' | 'features'>,
  facts: { firstLogin: boolean; repositories: readonly { key: string }[] },
): boolean {
  const isFree = freeLicences.includes(licenceType) && features.quickDeployLandingPage === true;
  return administrator && isFree && facts.firstLogin && facts.repositories.every(({ key }) => isBuildRepository(key));
}

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
