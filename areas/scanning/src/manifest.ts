import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { scanningScreens } from './scanning-screens.ts';

export const manifest: AreaManifest = {
  id: 'scanning',
  title: { en: 'Security scanning', de: 'Sicherheitsprüfung' },
  paths: ['/xray', '/admin/security/advisory-sources', '/admin/security/ignore-rules'],
  nav: [
    {
      id: 'advisory-sources',
      sidebar: 'administration',
      group: { en: 'Security', de: 'Sicherheit' },
      label: { en: 'Advisory sources', de: 'Quellen für Schwachstellen' },
      path: '/admin/security/advisory-sources',
      icon: 'shield',
      order: 64,
      requires: { role: 'administrator', service: 'xray' },
    },
    {
      id: 'ignore-rules',
      sidebar: 'administration',
      group: { en: 'Security', de: 'Sicherheit' },
      label: { en: 'Ignore rules', de: 'Ausnahmeregeln' },
      path: '/admin/security/ignore-rules',
      icon: 'eye-off',
      order: 65,
      requires: { role: 'administrator', service: 'xray' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = scanningScreens;
