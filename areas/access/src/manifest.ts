import type { AreaManifest, NavItem } from '@packhouse/console-kit/menu-visibility.ts';

const people = { en: 'Identity and access', de: 'Identitäten und Zugriff' };
const security = { en: 'Security', de: 'Sicherheit' };
const forAdministrators = { sidebar: 'administration', requires: { role: 'administrator' } } as const satisfies Partial<NavItem>;

export const manifest: AreaManifest = {
  id: 'access',
  title: people,
  paths: ['/admin/management', '/admin/security/audit', '/admin/security/settings', '/admin/security/oauth', '/admin/security/mail', '/access'],
  nav: [
    {
      ...forAdministrators,
      id: 'users',
      group: people,
      label: { en: 'Users', de: 'Benutzer' },
      path: '/admin/management/users',
      icon: 'user',
      order: 100,
    },
    {
      ...forAdministrators,
      id: 'groups',
      group: people,
      label: { en: 'Groups', de: 'Gruppen' },
      path: '/admin/management/groups',
      icon: 'group',
      order: 110,
    },
    {
      ...forAdministrators,
      id: 'permissions',
      group: people,
      label: { en: 'Permissions', de: 'Berechtigungen' },
      path: '/admin/management/permissions',
      icon: 'shield',
      order: 120,
    },
    {
      ...forAdministrators,
      id: 'all-tokens',
      group: people,
      label: { en: 'Access tokens', de: 'Zugriffstoken' },
      path: '/admin/management/tokens',
      icon: 'key',
      order: 130,
    },
    {
      ...forAdministrators,
      id: 'security-settings',
      group: security,
      label: { en: 'Security settings', de: 'Sicherheitseinstellungen' },
      path: '/admin/security/settings',
      icon: 'lock',
      order: 200,
    },
    {
      ...forAdministrators,
      id: 'mail',
      group: security,
      label: { en: 'Outgoing mail', de: 'Ausgehende E-Mails' },
      path: '/admin/security/mail',
      icon: 'mail',
      order: 208,
    },
    {
      ...forAdministrators,
      id: 'oauth',
      group: security,
      label: { en: 'OAuth and OpenID Connect', de: 'OAuth und OpenID Connect' },
      path: '/admin/security/oauth',
      icon: 'link',
      order: 203,
    },
    {
      ...forAdministrators,
      id: 'audit',
      group: security,
      label: { en: 'Audit log', de: 'Änderungsprotokoll' },
      path: '/admin/security/audit',
      icon: 'history',
      order: 210,
    },
    {
      id: 'own-tokens',
      sidebar: 'application',
      label: { en: 'My access tokens', de: 'Meine Zugriffstoken' },
      path: '/access/tokens',
      icon: 'key',
      order: 900,
      requires: { role: 'user' },
    },
  ],
};
