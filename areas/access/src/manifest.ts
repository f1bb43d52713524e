import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest, NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { RouteObject } from 'react-router';
import { applicationScreens } from './applications/applications-screens.ts';
import { auditScreens } from './audit/audit-screens.ts';
import { crowdScreens } from './crowd/crowd-screens.ts';
import { generalScreens } from './general/general-screens.ts';
import { groupScreens } from './groups/groups-screens.ts';
import { headerSsoScreens } from './header-sso/header-sso-screens.ts';
import { ldapScreens } from './ldap/ldap-screens.ts';
import { licenceScreens } from './licences/licences-screens.ts';
import { mailScreens } from './mail/mail-screens.ts';
import { oauthScreens } from './oauth/oauth-screens.ts';
import { permissionScreens } from './permissions/permissions-screens.ts';
import { projectScreens } from './projects/projects-screens.ts';
import { samlScreens } from './saml/saml-screens.ts';
import { settingScreens } from './settings/settings-screens.ts';
import { exchangeScreens } from './token-exchange/token-exchange-screens.ts';
import { tokenScreens } from './tokens/tokens-screens.ts';
import { trustScreens } from './trust/trust-screens.ts';
import { userScreens } from './users/users-screens.ts';

const { platform, deployments, people, signIn, security, connections } = adminGroups;
const forAdministrators = { sidebar: 'administration', requires: { role: 'administrator' } } as const satisfies Partial<NavItem>;

/** The sidebar of a chosen project lists these for those who administer it. */
const projectSettings = (
  [
    ['general', 'settings', 'General', 'Allgemein'],
    ['members', 'user', 'Members', 'Mitglieder'],
    ['groups', 'group', 'Groups', 'Gruppen'],
    ['roles', 'shield', 'Roles', 'Rollen'],
    ['repositories', 'package', 'Repositories', 'Repositorys'],
    ['environments', 'tree', 'Environments', 'Umgebungen'],
    ['trends', 'chart', 'Trends', 'Trends'],
  ] as const
).map(
  ([id, icon, en, de], index): NavItem => ({
    id: `project-${id}`,
    sidebar: 'project',
    label: { en, de },
    path: `/project/${id}`,
    icon,
    order: 10 + index,
    requires: { role: 'projectAdministrator', ...(id === 'trends' ? { service: 'insight' } : {}) },
  }),
);

export const manifest: AreaManifest = {
  id: 'access',
  title: people,
  paths: [
    '/admin/management',
    '/admin/configuration/general',
    '/admin/configuration/integrations',
    '/admin/security/audit',
    '/admin/security/settings',
    '/admin/security/oauth',
    '/admin/security/saml',
    '/admin/security/oidc',
    '/admin/security/ldap',
    '/admin/security/crowd',
    '/admin/security/header-sso',
    '/admin/security/mail',
    '/admin/security/trusted-deployments',
    '/access',
    '/admin/projects',
    '/admin/license_management/licenses',
    '/project',
  ],
  nav: [
    {
      ...forAdministrators,
      id: 'general',
      group: platform,
      label: { en: 'General settings', de: 'Allgemeine Einstellungen' },
      path: '/admin/configuration/general',
      icon: 'settings',
      finds: { en: 'logo footer base address server name', de: 'Logo Fußzeile Basisadresse Servername' },
      order: 1,
    },
    {
      ...forAdministrators,
      id: 'projects',
      group: platform,
      label: { en: 'Projects', de: 'Projekte' },
      path: '/admin/projects/list',
      icon: 'folder',
      finds: { en: 'environments members quota', de: 'Umgebungen Mitglieder Kontingent' },
      order: 2,
      alsoAt: ['/admin/projects'],
    },
    {
      ...forAdministrators,
      id: 'licences',
      group: platform,
      label: { en: 'Licenses', de: 'Lizenzen' },
      path: '/admin/license_management/licenses',
      icon: 'tag',
      finds: { en: 'licences', de: 'Lizenzschlüssel' },
      order: 3,
    },
    ...projectSettings,
    {
      ...forAdministrators,
      id: 'users',
      group: people,
      label: { en: 'Users', de: 'Benutzer' },
      path: '/admin/management/users',
      icon: 'user',
      finds: { en: 'accounts people password', de: 'Konten Personen Passwort' },
      order: 100,
    },
    {
      ...forAdministrators,
      id: 'groups',
      group: people,
      label: { en: 'Groups', de: 'Gruppen' },
      path: '/admin/management/groups',
      icon: 'group',
      finds: { en: 'teams', de: 'Teams' },
      order: 110,
    },
    {
      ...forAdministrators,
      id: 'permissions',
      group: people,
      label: { en: 'Permissions', de: 'Berechtigungen' },
      path: '/admin/management/permissions',
      icon: 'shield',
      finds: { en: 'rights roles who may', de: 'Rechte Rollen wer darf' },
      order: 120,
    },
    {
      ...forAdministrators,
      id: 'all-tokens',
      group: people,
      label: { en: 'Access tokens', de: 'Zugriffstoken' },
      path: '/admin/management/tokens',
      icon: 'key',
      finds: { en: 'API keys identity tokens', de: 'API-Schlüssel Identitätstoken' },
      order: 130,
    },
    {
      ...forAdministrators,
      id: 'security-settings',
      group: security,
      label: { en: 'Security settings', de: 'Sicherheitseinstellungen' },
      path: '/admin/security/settings',
      icon: 'lock',
      finds: { en: 'anonymous access password policy lock sessions second factor', de: 'anonymer Zugriff Passwortregeln Sperre Sitzungen zweiter Faktor' },
      order: 200,
    },
    {
      ...forAdministrators,
      id: 'mail',
      group: connections,
      label: { en: 'Outgoing mail', de: 'Ausgehende E-Mails' },
      path: '/admin/security/mail',
      icon: 'mail',
      finds: { en: 'SMTP e-mail sender', de: 'SMTP E-Mail Absender' },
      order: 303,
    },
    {
      ...forAdministrators,
      id: 'oauth',
      group: signIn,
      label: { en: 'OAuth providers', de: 'OAuth-Anbieter' },
      path: '/admin/security/oauth',
      icon: 'link',
      finds: { en: 'OpenID Connect OIDC single sign-on SSO', de: 'OpenID Connect OIDC Single Sign-on SSO' },
      order: 140,
    },
    {
      ...forAdministrators,
      id: 'ldap',
      group: signIn,
      label: { en: 'LDAP', de: 'LDAP' },
      path: '/admin/security/ldap',
      icon: 'network',
      finds: { en: 'Active Directory', de: 'Active Directory' },
      order: 142,
    },
    {
      ...forAdministrators,
      id: 'crowd',
      group: signIn,
      label: { en: 'Crowd', de: 'Crowd' },
      path: '/admin/security/crowd',
      icon: 'users',
      finds: { en: 'Atlassian Jira', de: 'Atlassian Jira' },
      order: 143,
    },
    {
      ...forAdministrators,
      id: 'header-sso',
      group: signIn,
      label: { en: 'Sign-in through a proxy', de: 'Anmeldung über einen Proxy' },
      path: '/admin/security/header-sso',
      icon: 'globe',
      finds: { en: 'header single sign-on SSO', de: 'Header Single Sign-on SSO' },
      order: 144,
    },
    {
      ...forAdministrators,
      id: 'saml',
      group: signIn,
      label: { en: 'SAML', de: 'SAML' },
      path: '/admin/security/saml',
      icon: 'users',
      finds: { en: 'single sign-on SSO identity provider', de: 'Single Sign-on SSO Identitätsanbieter' },
      order: 141,
    },
    {
      ...forAdministrators,
      id: 'oidc',
      group: signIn,
      label: { en: 'Token exchange', de: 'Token-Tausch' },
      path: '/admin/security/oidc',
      icon: 'build',
      finds: { en: 'OIDC CI GitHub Actions GitLab', de: 'OIDC CI GitHub Actions GitLab' },
      order: 145,
    },
    {
      ...forAdministrators,
      id: 'applications',
      group: connections,
      label: { en: 'Application integrations', de: 'OAuth-Anwendungen' },
      path: '/admin/configuration/integrations',
      icon: 'network',
      finds: { en: 'OAuth applications', de: 'OAuth-Anwendungen' },
      order: 302,
    },
    {
      ...forAdministrators,
      id: 'trusted-deployments',
      group: deployments,
      label: { en: 'Trusted deployments', de: 'Vertraute Deployments' },
      path: '/admin/security/trusted-deployments',
      icon: 'globe',
      finds: { en: 'pairing token peers keys', de: 'Kopplungstoken Kopplung Schlüssel' },
      order: 12,
    },
    {
      ...forAdministrators,
      id: 'audit',
      group: security,
      label: { en: 'Audit log', de: 'Änderungsprotokoll' },
      path: '/admin/security/audit',
      icon: 'history',
      finds: { en: 'history who changed', de: 'Verlauf wer änderte' },
      order: 299,
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
    {
      id: 'own-integrations',
      sidebar: 'application',
      label: { en: 'Allowed applications', de: 'Erlaubte Anwendungen' },
      path: '/access/integrations',
      icon: 'network',
      order: 901,
      requires: { role: 'user' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes: RouteObject[] = [
  ...userScreens,
  ...groupScreens,
  ...permissionScreens,
  ...projectScreens,
  ...licenceScreens,
  ...tokenScreens,
  ...applicationScreens,
  ...generalScreens,
  ...settingScreens,
  ...oauthScreens,
  ...samlScreens,
  ...exchangeScreens,
  ...mailScreens,
  ...ldapScreens,
  ...crowdScreens,
  ...headerSsoScreens,
  ...trustScreens,
  ...auditScreens,
];
