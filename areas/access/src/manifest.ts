import type { AreaManifest, NavItem } from '@packhouse/console-kit/menu-visibility.ts';

const people = { en: 'Identity and access', de: 'Identitäten und Zugriff' };
const security = { en: 'Security', de: 'Sicherheit' };
const forAdministrators = { sidebar: 'administration', requires: { role: 'administrator' } } as const satisfies Partial<NavItem>;

/** What the sidebar of a chosen project lists for those who administer it. */
const projectSettings = (
  [
    ['general', 'settings', 'General', 'Allgemein'],
    ['members', 'user', 'Members', 'Mitglieder'],
    ['groups', 'group', 'Groups', 'Gruppen'],
    ['roles', 'shield', 'Roles', 'Rollen'],
    ['repositories', 'package', 'Repositories', 'Repositorys'],
    ['environments', 'tree', 'Environments', 'Umgebungen'],
  ] as const
).map(
  ([id, icon, en, de], index): NavItem => ({
    id: `project-${id}`,
    sidebar: 'project',
    label: { en, de },
    path: `/project/${id}`,
    icon,
    order: 10 + index,
    requires: { role: 'projectAdministrator' },
  }),
);

export const manifest: AreaManifest = {
  id: 'access',
  title: people,
  paths: [
    '/admin/management',
    '/admin/security/audit',
    '/admin/security/settings',
    '/admin/security/oauth',
    '/admin/security/ldap',
    '/admin/security/mail',
    '/access',
    '/admin/projects',
    '/project',
  ],
  nav: [
    {
      ...forAdministrators,
      id: 'projects',
      label: { en: 'Projects', de: 'Projekte' },
      path: '/admin/projects/list',
      icon: 'folder',
      order: 50,
      alsoAt: ['/admin/projects'],
    },
    ...projectSettings,
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
      id: 'ldap',
      group: security,
      label: { en: 'LDAP', de: 'LDAP' },
      path: '/admin/security/ldap',
      icon: 'network',
      order: 204,
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
