import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest, NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { RouteObject } from 'react-router';
import { bucketScreens } from './buckets/buckets-screens.ts';
import { federationScreens } from './federation/federation-screens.ts';
import { topologyScreens } from './topology/topology-screens.ts';

const line = { sidebar: 'administration', requires: { role: 'administrator', service: 'mc' } } as const satisfies Partial<NavItem>;

export const manifest: AreaManifest = {
  id: 'mission-control',
  title: { en: 'Mission control', de: 'Leitstand' },
  paths: ['/admin/mission_control', '/admin/license_management/license_buckets', '/federation-filters'],
  nav: [
    {
      ...line,
      id: 'license-buckets',
      group: adminGroups.platform,
      label: { en: 'License Buckets', de: 'Lizenzbündel' },
      path: '/admin/license_management/license_buckets',
      icon: 'key',
      finds: { en: 'licences', de: 'Lizenzen' },
      order: 4,
    },
    {
      ...line,
      id: 'topology',
      group: adminGroups.deployments,
      label: { en: 'Topology', de: 'Topologie' },
      path: '/admin/mission_control/topology',
      icon: 'network',
      order: 10,
    },
    {
      ...line,
      id: 'access_federation',
      group: adminGroups.deployments,
      label: { en: 'Access federation', de: 'Zugriffsföderation' },
      path: '/admin/mission_control/access_federation',
      icon: 'user',
      order: 11,
    },
    {
      id: 'federation_filters',
      sidebar: 'project',
      label: { en: 'Permissions filters', de: 'Berechtigungsfilter' },
      path: '/federation-filters',
      icon: 'user',
      order: 90,
      requires: { role: 'user', service: 'mc' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes: RouteObject[] = [...topologyScreens, ...bucketScreens, ...federationScreens];
