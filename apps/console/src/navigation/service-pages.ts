import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { Label } from '@packhouse/console-kit/words/i18n.ts';
import type { ServiceName } from '@packhouse/contract/shell/service-names.ts';

/** A page whose service comes with an area of its own. Until the area is there, the shell keeps its address, title and menu line. */
export interface ServicePage {
  path: string;
  title: Label;
  service: ServiceName;
  /** Line of a sidebar that leads to it, where the service runs. */
  nav?: Pick<NavItem, 'sidebar' | 'icon' | 'order' | 'requires'> & { group?: Label };
}

const security: Label = { en: 'Security and compliance', de: 'Sicherheit und Compliance' };

const servicePages: readonly ServicePage[] = [
  {
    path: '/admin/mission_control/topology',
    title: { en: 'Topology', de: 'Topologie' },
    service: 'mc',
    nav: { sidebar: 'administration', group: adminGroups.deployments, icon: 'network', order: 10, requires: { role: 'administrator' } },
  },
  {
    path: '/bundles',
    title: { en: 'Distribution', de: 'Verteilung' },
    service: 'distribution',
    nav: { sidebar: 'application', icon: 'globe', order: 40, requires: { licence: true, beyondContainers: true } },
  },
  { path: '/release-bundles', title: { en: 'Distribution', de: 'Verteilung' }, service: 'distribution' },
  {
    path: '/security/policies',
    title: { en: 'Policies', de: 'Richtlinien' },
    service: 'xray',
    nav: { sidebar: 'application', group: security, icon: 'shield', order: 60, requires: { licence: true, feature: 'scanPolicies' } },
  },
  {
    path: '/security/watches',
    title: { en: 'Watches', de: 'Überwachungen' },
    service: 'xray',
    nav: { sidebar: 'application', group: security, icon: 'eye', order: 61, requires: { licence: true, feature: 'scanPolicies' } },
  },
  {
    path: '/security/reports',
    title: { en: 'Reports', de: 'Berichte' },
    service: 'xray',
    nav: { sidebar: 'application', group: security, icon: 'file', order: 62, requires: { licence: true, feature: 'scanPolicies' } },
  },
  {
    path: '/scans-list',
    title: { en: 'Scans List', de: 'Prüfungen' },
    service: 'xray',
    nav: { sidebar: 'application', group: security, icon: 'list', order: 63, requires: { licence: true, feature: 'scanStatus' } },
  },
  {
    path: '/pipelines',
    title: { en: 'Pipelines' },
    service: 'pipelines',
    nav: { sidebar: 'application', icon: 'play', order: 50, requires: { licence: true, beyondContainers: true } },
  },
  { path: '/xray/search', title: { en: 'Security search', de: 'Suche in Prüfungen' }, service: 'xray' },
  { path: '/pipelinesSearchResults', title: { en: 'Pipelines search', de: 'Suche in Pipelines' }, service: 'pipelines' },
  {
    path: '/insight/trends',
    title: { en: 'Trends' },
    service: 'insight',
    nav: { sidebar: 'application', icon: 'chart', order: 70, requires: { licence: true, beyondContainers: true } },
  },
];

/** The page of a service that an address belongs to. */
export function servicePageAt(path: string): ServicePage | undefined {
  return servicePages.find((page) => path === page.path || path.startsWith(`${page.path}/`));
}

/** The menu lines of these pages: each is there where its service runs. */
export function serviceNavItems(): NavItem[] {
  return servicePages.flatMap(({ path, title, service, nav }) =>
    nav ? [{ ...nav, id: `service ${path}`, label: title, path, requires: { ...nav.requires, service } }] : [],
  );
}
