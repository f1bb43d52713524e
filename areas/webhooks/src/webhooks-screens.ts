import type { RouteObject } from 'react-router';

const part = encodeURIComponent;

export const webhookListPath = '/admin/configuration/webhooks';
export const allDeliveriesPath = `${webhookListPath}/deliveries`;
export const newWebhookPath = `${webhookListPath}/new`;

export function editWebhookPath(key: string): string {
  return `${webhookListPath}/edit/${part(key)}`;
}

export function deliveriesPath(key: string): string {
  return `${webhookListPath}/${part(key)}/deliveries`;
}

/** Webhooks: the list, the form for a new one and for one that is there, and what was sent. */
export const webhookScreens: RouteObject[] = [
  { path: webhookListPath, lazy: async () => ({ Component: (await import('./listing/webhook-list-page.tsx')).WebhookListPage }) },
  { path: allDeliveriesPath, lazy: async () => ({ Component: (await import('./deliveries/all-deliveries-page.tsx')).AllDeliveriesPage }) },
  { path: newWebhookPath, lazy: async () => ({ Component: (await import('./form/webhook-form-page.tsx')).NewWebhookPage }) },
  { path: `${webhookListPath}/edit/:webhookName`, lazy: async () => ({ Component: (await import('./form/webhook-form-page.tsx')).EditWebhookPage }) },
  {
    path: `${webhookListPath}/:webhookName/deliveries`,
    lazy: async () => ({ Component: (await import('./deliveries/delivery-list-page.tsx')).DeliveryListPage }),
  },
];
