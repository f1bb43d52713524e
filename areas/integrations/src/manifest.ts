import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { integrationScreens } from './integrations-screens.ts';

const integrations = { en: 'Integrations', de: 'Integrationen' };

export const manifest: AreaManifest = {
  id: 'integrations',
  title: integrations,
  paths: ['/integrations', '/git-repo-scan', '/xray/git-scanning'],
  nav: [
    {
      id: 'integrations',
      sidebar: 'application',
      label: integrations,
      path: '/integrations',
      icon: 'link',
      order: 72,
      requires: { role: 'user', service: 'xray' },
      alsoAt: ['/git-repo-scan', '/xray/git-scanning'],
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = integrationScreens;
