import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { RouteObject } from 'react-router';
import { administrationScreens } from './administration/administration-screens.ts';
import { archivePath, archiveScreens } from './archive/archive-screens.ts';
import { buildScreens } from './builds/builds-screens.ts';
import { deepLinks } from './deep-links/deep-links-screens.ts';
import { garbageScreens } from './garbage/garbage-screens.ts';
import { keyScreens } from './keys/keys-screens.ts';
import { markScreens } from './marks/marks-screens.ts';
import { packageScreens } from './packages/packages-screens.ts';
import { proxyScreens } from './proxies/proxies-screens.ts';
import { quickStartScreens } from './quick-start/quick-start-screens.ts';
import { replicationScreens } from './replication/replication-screens.ts';
import { retentionScreens } from './retention/retention-screens.ts';
import { searchScreens } from './search/search-screens.ts';
import { setMeUpScreens } from './set-me-up/set-me-up-screens.ts';
import { signingKeyScreens } from './signing-keys/signing-keys-screens.ts';
import { storageScreens } from './storage/storage-screens.ts';
import { trashScreens } from './trash/trash-screens.ts';
import { treeScreens } from './tree/tree-screens.ts';
import { webServerScreens } from './web-server/web-server-screens.ts';

const { repositories, security, connections } = adminGroups;

export const manifest: AreaManifest = {
  id: 'repositories',
  title: repositories,
  paths: [
    '/packages',
    '/set-me-up',
    '/quick-setup',
    '/repos',
    '/builds',
    '/artifactSearchResults',
    '/artifactoryRetention',
    '/marks',
    '/admin/repositories',
    '/project/repositories/new',
    '/admin/retention',
    '/project/retention',
    '/admin/monitoring/garbage-collection',
    '/admin/monitoring/storage-summary',
    '/admin/trash-can',
    '/admin/security/signing-keys',
    '/admin/proxies',
    '/admin/artifactory/security',
  ],
  nav: [
    { id: 'packages', sidebar: 'application', label: { en: 'Packages', de: 'Pakete' }, path: '/packages', icon: 'package', order: 10 },
    {
      id: 'tree',
      sidebar: 'application',
      label: { en: 'Artifacts', de: 'Artefakte' },
      path: '/repos/tree',
      icon: 'tree',
      order: 20,
      alsoAt: ['/artifactSearchResults'],
    },
    {
      id: 'archive',
      sidebar: 'application',
      label: { en: 'Archive', de: 'Archiv' },
      path: archivePath,
      icon: 'history',
      order: 40,
      requires: { role: 'user', feature: 'coldStorage', fullInstance: true },
    },
    {
      id: 'marks',
      sidebar: 'application',
      label: { en: 'Favourites', de: 'Favoriten' },
      path: '/marks',
      icon: 'star',
      order: 25,
      requires: { role: 'user' },
    },
    {
      id: 'builds',
      sidebar: 'application',
      label: { en: 'Builds', de: 'Builds' },
      path: '/builds',
      icon: 'build',
      order: 30,
      requires: { fullInstance: true },
    },
    {
      id: 'repositories',
      sidebar: 'administration',
      group: repositories,
      label: repositories,
      path: '/admin/repositories',
      icon: 'repository',
      order: 50,
      requires: { role: 'administrator', duty: 'resources' },
    },
    {
      id: 'retention',
      sidebar: 'administration',
      group: repositories,
      label: { en: 'Retention', de: 'Aufbewahrung' },
      path: '/admin/retention',
      icon: 'clock',
      finds: { en: 'cleanup policies archive', de: 'Aufräumen Regeln Archiv' },
      order: 55,
      requires: { role: 'administrator' },
    },
    {
      id: 'project-retention',
      sidebar: 'project',
      label: { en: 'Retention', de: 'Aufbewahrung' },
      path: '/project/retention',
      icon: 'clock',
      finds: { en: 'cleanup policies archive', de: 'Aufräumen Regeln Archiv' },
      order: 14.5,
      requires: { role: 'projectAdministrator' },
    },
    {
      id: 'storage',
      sidebar: 'administration',
      group: repositories,
      label: { en: 'Storage summary', de: 'Speicherübersicht' },
      path: '/admin/monitoring/storage-summary',
      icon: 'chart',
      finds: { en: 'disk space quota', de: 'Speicherplatz Kontingent' },
      order: 58,
      requires: { role: 'administrator' },
    },
    {
      id: 'garbage',
      sidebar: 'administration',
      group: repositories,
      label: { en: 'Garbage collection', de: 'Speicherbereinigung' },
      path: '/admin/monitoring/garbage-collection',
      icon: 'refresh',
      finds: { en: 'disk space free blobs', de: 'Speicherplatz freigeben Blobs' },
      order: 59,
      requires: { role: 'administrator' },
    },
    {
      id: 'trash',
      sidebar: 'administration',
      group: repositories,
      label: { en: 'Trash can', de: 'Papierkorb' },
      path: '/admin/trash-can',
      icon: 'trash',
      finds: { en: 'restore deleted', de: 'wiederherstellen gelöscht' },
      order: 60,
      requires: { role: 'administrator' },
    },
    {
      id: 'signing-keys',
      sidebar: 'administration',
      group: security,
      label: { en: 'Signing keys', de: 'Signaturschlüssel' },
      path: '/admin/security/signing-keys',
      icon: 'key',
      order: 210,
      requires: { role: 'administrator' },
      alsoAt: ['/admin/artifactory/security/signing_keys'],
    },
    {
      id: 'keys',
      sidebar: 'administration',
      group: security,
      label: { en: 'Keys management', de: 'Schlüsselverwaltung' },
      path: '/admin/artifactory/security/keys_management',
      icon: 'lock',
      order: 211,
      requires: { role: 'administrator' },
      alsoAt: ['/admin/artifactory/security'],
    },
    {
      id: 'proxies',
      sidebar: 'administration',
      group: connections,
      label: { en: 'Outgoing proxies', de: 'Ausgehende Proxys' },
      path: '/admin/proxies/configuration',
      icon: 'network',
      finds: { en: 'HTTP proxy', de: 'HTTP-Proxy' },
      order: 304,
      requires: { role: 'administrator' },
    },
    {
      id: 'web-server',
      sidebar: 'administration',
      group: connections,
      label: { en: 'Reverse proxy', de: 'Reverse-Proxy' },
      path: '/admin/proxies/web-server',
      icon: 'globe',
      finds: { en: 'nginx Apache host name', de: 'nginx Apache Hostname' },
      order: 305,
      requires: { role: 'administrator' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes: RouteObject[] = [
  ...packageScreens,
  ...treeScreens,
  ...markScreens,
  ...deepLinks,
  ...buildScreens,
  ...searchScreens,
  ...setMeUpScreens,
  ...quickStartScreens,
  ...administrationScreens,
  ...retentionScreens,
  ...archiveScreens,
  ...garbageScreens,
  ...storageScreens,
  ...trashScreens,
  ...signingKeyScreens,
  ...proxyScreens,
  ...replicationScreens,
  ...keyScreens,
  ...webServerScreens,
];
