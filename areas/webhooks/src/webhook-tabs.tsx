import { RouteTabs } from '@packhouse/ui/core.ts';
import { deliveriesPath, editWebhookPath } from './webhooks-screens.ts';
import { t } from './webhooks-words.ts';

/** The two pages of a webhook: how it is set up, and what it sent. */
export function WebhookTabs({ webhook }: { webhook: string }) {
  return (
    <RouteTabs
      label={webhook}
      tabs={[
        { to: editWebhookPath(webhook), label: t('settings') },
        { to: deliveriesPath(webhook), label: t('deliveries') },
      ]}
    />
  );
}
