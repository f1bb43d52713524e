import { isVisible, type NavItem, type Sidebar } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { Session } from '@packhouse/console-kit/session/session.ts';
import { paths } from '../navigation/landing.ts';
import { serviceNavItems } from '../navigation/service-pages.ts';
import { listedAreas } from './area-list.ts';

/** Lines of the sidebars that lead to the shell's own pages. */
const own: readonly NavItem[] = [
  {
    id: 'overview',
    sidebar: 'application',
    label: { en: 'Overview', de: 'Überblick' },
    path: '/overview',
    icon: 'home',
    order: 0,
    requires: { interface: 'unified' },
  },
  {
    id: 'set-me-up',
    sidebar: 'application',
    label: { en: 'Set Me Up', de: 'Einrichten' },
    path: '/set-me-up',
    icon: 'bolt',
    order: 35,
    requires: { interface: 'classic' },
  },
  {
    id: 'all-settings',
    sidebar: 'administration',
    label: { en: 'All settings', de: 'Alle Einstellungen' },
    path: paths.adminMenu,
    icon: 'list',
    order: 0,
    requires: { role: 'administrator' },
  },
];

/** Every line of every sidebar, whoever may see it. A service's area brings better lines than those the shell keeps for it. */
export function allNavItems(): readonly NavItem[] {
  const ofAreas = listedAreas().flatMap(({ nav }) => nav);
  const kept = serviceNavItems().filter(({ path }) => !ofAreas.some((item) => item.path === path));
  return [...own, ...ofAreas, ...kept].sort((one, other) => one.order - other.order);
}

/** The lines of one sidebar that somebody sees. */
export function navItems(sidebar: Sidebar, session: Session): readonly NavItem[] {
  return allNavItems().filter((item) => item.sidebar === sidebar && isVisible(item.requires, session));
}

/** The sidebars on offer. A project administrator with a project chosen gets that project's settings instead. */
export function sidebarsFor(session: Session): readonly Sidebar[] {
  if (session.managesProject && session.projectKey !== undefined) return ['application', 'project'];
  return navItems('administration', session).length > 0 ? ['application', 'administration'] : ['application'];
}

/** The sidebar that a path belongs to. */
export function sidebarAt(path: string, offered: readonly Sidebar[]): Sidebar {
  if (offered.includes('project') && path.startsWith('/project/')) return 'project';
  const isAdministration = path === '/admin' || path.startsWith('/admin/');
  return isAdministration && path !== '/admin/artifactory/user_profile' && offered.includes('administration') ? 'administration' : 'application';
}
