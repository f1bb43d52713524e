import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { scanningScreens } from './scanning-screens.ts';

export const manifest: AreaManifest = {
  id: 'scanning',
  title: { en: 'Security scanning', de: 'Sicherheitsprüfung' },
  paths: [
    '/xray',
    '/admin/security/advisory-sources',
    '/admin/security/ignore-rules',
    '/security/firewall',
    '/security/policies',
    '/security/watches',
    '/security/violations',
  ],
  nav: [
    {
      id: 'advisory-sources',
      sidebar: 'administration',
      group: adminGroups.security,
      label: { en: 'Advisory sources', de: 'Quellen für Schwachstellen' },
      path: '/admin/security/advisory-sources',
      icon: 'shield',
      finds: { en: 'CVE vulnerabilities OSV', de: 'CVE Schwachstellen OSV' },
      order: 220,
      requires: { role: 'administrator', service: 'xray' },
    },
    {
      id: 'ignore-rules',
      sidebar: 'administration',
      group: adminGroups.security,
      label: { en: 'Ignore rules', de: 'Ausnahmeregeln' },
      path: '/admin/security/ignore-rules',
      icon: 'eye-off',
      order: 221,
      requires: { role: 'administrator', service: 'xray' },
    },
    {
      id: 'policies',
      sidebar: 'application',
      group: { en: 'Security and compliance', de: 'Sicherheit und Compliance' },
      label: { en: 'Policies', de: 'Richtlinien' },
      path: '/security/policies',
      icon: 'shield',
      order: 60,
      requires: { role: 'projectAdministrator', service: 'xray', licence: true },
    },
    {
      id: 'watches',
      sidebar: 'application',
      group: { en: 'Security and compliance', de: 'Sicherheit und Compliance' },
      label: { en: 'Watches', de: 'Überwachungen' },
      path: '/security/watches',
      icon: 'eye',
      order: 61,
      requires: { role: 'projectAdministrator', service: 'xray', licence: true },
    },
    {
      id: 'violations',
      sidebar: 'application',
      group: { en: 'Security and compliance', de: 'Sicherheit und Compliance' },
      label: { en: 'Violations', de: 'Verstöße' },
      path: '/security/violations',
      icon: 'shield',
      order: 61.5,
      requires: { role: 'user', service: 'xray', licence: true },
    },
    {
      id: 'firewall',
      sidebar: 'application',
      group: { en: 'Security and compliance', de: 'Sicherheit und Compliance' },
      label: { en: 'Firewall', de: 'Firewall' },
      path: '/security/firewall',
      icon: 'shield',
      order: 62,
      requires: { role: 'administrator', service: 'xray', licence: true },
    },
    {
      id: 'firewall-exceptions',
      sidebar: 'application',
      group: { en: 'Security and compliance', de: 'Sicherheit und Compliance' },
      label: { en: 'Firewall exceptions', de: 'Ausnahmen der Firewall' },
      path: '/security/firewall/exceptions',
      icon: 'eye-off',
      order: 62.5,
      alsoAt: ['/security/firewall/ask'],
      requires: { role: 'user', service: 'xray', licence: true },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = scanningScreens;
