import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';

/** Has no pages of its own: the demo area mounts it inside one of its pages. */
export const manifest: AreaManifest = {
  id: 'demo-first',
  title: { en: 'Demo, first part', de: 'Demo, erster Teil' },
  paths: [],
  nav: [],
};
