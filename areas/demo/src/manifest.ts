import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';

const demo = { en: 'Demo', de: 'Demo' };

/** Shows the parts of the console at work; each part behind its switch. */
export const manifest: AreaManifest = {
  id: 'demo',
  title: demo,
  paths: ['/demo', '/template'],
  nav: [
    { id: 'demo', sidebar: 'application', group: demo, label: demo, path: '/demo', icon: 'play', order: 950, requires: { feature: 'testing' } },
    {
      id: 'template',
      sidebar: 'application',
      group: demo,
      label: { en: 'Template', de: 'Vorlage' },
      path: '/template',
      icon: 'file',
      order: 951,
      requires: { feature: 'commonTested' },
    },
  ],
};
