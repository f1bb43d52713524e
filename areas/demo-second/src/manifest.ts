import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';

/** Has no pages of its own: the demo area mounts it inside one of its pages. */
export const manifest: AreaManifest = {
  id: 'demo-second',
  title: { en: 'Demo, second part', de: 'Demo, zweiter Teil' },
  paths: [],
  nav: [],
};
