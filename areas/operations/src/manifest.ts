import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest, NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { RouteObject } from 'react-router';
import { logScreens } from './logs/logs-screens.ts';
import { statusScreens } from './status/status-screens.ts';
import { supportScreens } from './support/support-screens.ts';

const { monitoring } = adminGroups;
const line = { sidebar: 'administration', group: monitoring, requires: { role: 'administrator' } } as const satisfies Partial<NavItem>;

export const manifest: AreaManifest = {
  id: 'operations',
  title: monitoring,
  paths: ['/admin/monitoring/system_logs', '/admin/monitoring/service-status', '/admin/monitoring/pdn', '/admin/support-zone'],
  nav: [
    {
      ...line,
      id: 'service-status',
      label: { en: 'Service status', de: 'Zustand der Dienste' },
      path: '/admin/monitoring/service-status',
      icon: 'activity',
      order: 400,
    },
    {
      ...line,
      id: 'peers',
      label: { en: 'Peers', de: 'Knoten' },
      path: '/admin/monitoring/pdn',
      icon: 'network',
      finds: { en: 'nodes', de: 'Nodes' },
      order: 420,
    },
    { ...line, id: 'system-logs', label: { en: 'System logs', de: 'Systemprotokolle' }, path: '/admin/monitoring/system_logs', icon: 'terminal', order: 410 },
    { ...line, id: 'support-zone', label: { en: 'Support zone', de: 'Support-Bereich' }, path: '/admin/support-zone', icon: 'help', order: 430 },
  ],
};

/** Its pages, each at its addresses. */
export const routes: RouteObject[] = [...statusScreens, ...logScreens, ...supportScreens];
