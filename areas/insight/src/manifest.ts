import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { trendScreens, trendsPath } from './trends/trends-screens.ts';

export const manifest: AreaManifest = {
  id: 'insight',
  title: { en: 'Insight', de: 'Auswertungen' },
  paths: ['/insight'],
  nav: [
    {
      id: 'trends',
      sidebar: 'application',
      label: { en: 'Trends', de: 'Trends' },
      path: trendsPath,
      icon: 'chart',
      order: 70,
      requires: { role: 'administrator', licence: true, beyondContainers: true, service: 'insight' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = trendScreens;
