import type { AreaManifest } from '@packhouse/console-kit/menu-visibility.ts';

export const manifest: AreaManifest = {
  id: 'scanning',
  title: { en: 'Security scanning', de: 'Sicherheitsprüfung' },
  paths: ['/xray', '/admin/security/advisory-sources'],
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
  ],
};
