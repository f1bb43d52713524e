import { EmptyState, LinkButton } from '@packhouse/ui/core.ts';
import { webhookListPath } from './webhooks-screens.ts';
import { t } from './webhooks-words.ts';

/** Stands where the webhook of an address is not there. */
export function NoSuchWebhook({ webhook: key }: { webhook: string }) {
  return <EmptyState icon="bolt" title={t('noSuch', { key })} action={<LinkButton to={webhookListPath}>{t('all')}</LinkButton>} />;
}
