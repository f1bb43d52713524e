import { adminGroups } from '@packhouse/console-kit/session/admin-groups.ts';
import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { webhookScreens } from './webhooks-screens.ts';

const webhooks = { en: 'Webhooks', de: 'Webhooks' };

export const manifest: AreaManifest = {
  id: 'webhooks',
  title: webhooks,
  paths: ['/admin/configuration/webhooks'],
  nav: [
    {
      id: 'webhooks',
      sidebar: 'administration',
      group: adminGroups.connections,
      label: webhooks,
      path: '/admin/configuration/webhooks',
      icon: 'bolt',
      finds: { en: 'notify events Slack Teams', de: 'Benachrichtigung Ereignisse Slack Teams' },
      order: 301,
      requires: { role: 'administrator', duty: 'webhooks', service: 'event' },
    },
  ],
};

/** Its pages, each at its addresses. */
export const routes = webhookScreens;
