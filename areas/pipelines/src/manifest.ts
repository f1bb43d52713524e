import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { pipelineScreens } from './pipelines-screens.ts';
import { runnerListPath } from './runner-paths.ts';
import { runnerScreens } from './runners/runners-screens.ts';
import { secretScreens } from './secrets/secrets-screens.ts';

const pipelines = { en: 'Pipelines', de: 'Pipelines' };

export const manifest: AreaManifest = {
  id: 'pipelines',
  title: pipelines,
  paths: ['/pipelines', '/pipelinesSearchResults', runnerListPath],
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
    {
      id: 'runners',
      sidebar: 'administration',
      group: adminGroups.connections,
      label: { en: 'Runners', de: 'Runner' },
      path: runnerListPath,
      icon: 'play',
      finds: { en: 'pipelines commands sandbox secrets', de: 'Pipelines Befehle Sandbox Geheimnisse' },
      order: 302,
      requires: { role: 'administrator', service: 'pipelines' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = [...pipelineScreens, ...runnerScreens, ...secretScreens];
