import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { distributionScreens } from './distribution-screens.ts';

export const manifest: AreaManifest = {
  id: 'distribution',
  title: { en: 'Distribution', de: 'Verteilung' },
  paths: ['/bundles', '/release-bundles', '/artifactory/lifecycle', '/admin/distribution'],
  nav: [
    {
      id: 'release-bundles',
      sidebar: 'application',
      label: { en: 'Distribution', de: 'Verteilung' },
      path: '/bundles',
      icon: 'globe',
      order: 40,
      requires: { licence: true, beyondContainers: true, service: 'distribution' },
      alsoAt: ['/release-bundles', '/release-bundles-teaser', '/artifactory/lifecycle'],
    },
    {
      id: 'distribution-targets',
      sidebar: 'administration',
      group: adminGroups.deployments,
      label: { en: 'Distribution', de: 'Verteilung' },
      path: '/admin/distribution/targets',
      icon: 'globe',
      order: 13,
      requires: { role: 'administrator', service: 'distribution' },
      alsoAt: ['/admin/distribution'],
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = distributionScreens;
