import type { AreaManifest } from '@packhouse/console-kit/menu-visibility.ts';

const repositories = { en: 'Repositories', de: 'Repositorys' };

export const manifest: AreaManifest = {
  id: 'repositories',
  title: repositories,
  paths: [
    '/packages',
    '/set-me-up',
    '/quick-setup',
    '/repos',
    '/builds',
    '/artifactSearchResults',
    '/admin/repositories',
    '/admin/retention',
    '/admin/monitoring/storage-summary',
  ],
  nav: [
    { id: 'packages', sidebar: 'application', label: { en: 'Packages', de: 'Pakete' }, path: '/packages', icon: 'package', order: 10 },
    {
      id: 'tree',
      sidebar: 'application',
      label: { en: 'Artifacts', de: 'Artefakte' },
      path: '/repos/tree',
      icon: 'tree',
      order: 20,
      alsoAt: ['/artifactSearchResults'],
    },
    { id: 'builds', sidebar: 'application', label: { en: 'Builds', de: 'Builds' }, path: '/builds', icon: 'build', order: 30 },
    {
      id: 'repositories',
      sidebar: 'administration',
      group: repositories,
      label: repositories,
      path: '/admin/repositories',
      icon: 'repository',
      order: 50,
      requires: { role: 'administrator' },
    },
    {
      id: 'retention',
      sidebar: 'administration',
      group: repositories,
      label: { en: 'Retention', de: 'Aufbewahrung' },
      path: '/admin/retention',
      icon: 'clock',
      order: 55,
      requires: { role: 'administrator' },
    },
    {
      id: 'storage',
      sidebar: 'administration',
      group: repositories,
      label: { en: 'Storage summary', de: 'Speicherübersicht' },
      path: '/admin/monitoring/storage-summary',
      icon: 'chart',
      order: 58,
      requires: { role: 'administrator' },
    },
  ],
};
