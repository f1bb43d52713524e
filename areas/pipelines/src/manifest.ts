import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { pipelineScreens } from './pipelines-screens.ts';

const pipelines = { en: 'Pipelines', de: 'Pipelines' };

export const manifest: AreaManifest = {
  id: 'pipelines',
  title: pipelines,
  paths: ['/pipelines', '/pipelinesSearchResults'],
  nav: [
    {
      id: 'pipelines',
      sidebar: 'application',
      label: pipelines,
      path: '/pipelines',
      alsoAt: ['/pipelinesSearchResults', '/pipelines-teaser'],
      icon: 'play',
      order: 50,
      requires: { role: 'user', licence: true, beyondContainers: true, service: 'pipelines' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = pipelineScreens;
