import { isApiError, query } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type HookDelivery, listHookDeliveries, readHookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { readHook } from '@packhouse/contract/events/hook-routes.ts';
import { Button, EmptyState, type MenuEntry } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { followDelivery, liveEvents } from '../live.ts';
import { NoSuchWebhook } from '../no-such-webhook.tsx';
import { WebhookTabs } from '../webhook-tabs.tsx';
import { webhookListPath } from '../webhooks-screens.ts';
import { t as shared } from '../webhooks-words.ts';
import { t } from './deliveries-words.ts';
import { cancelDelivery, isResendable, redeliver } from './delivery-actions.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { SendAgainDialog } from './send-again-dialog.tsx';
import '../webhooks.css';

/** What a webhook sent or is about to send, newest first. */
export function DeliveryListPage() {
  const { webhookName: webhook = '' } = useParams();
  const filters = useFilters('search', 'state', 'eventType', 'status');
  const { search: subject, ...asked } = filters.asked;
  const input = { query: { webhook, ...asked, ...(subject === undefined ? {} : { subject }) } as Record<string, string> };
  const { data: hook, error } = useQuery(query(readHook, { params: { key: webhook } }));
  const isMissing = isApiError(error) && error.status === 404;
  const health = hook?.health;
  const list = usePagedList(listHookDeliveries, input, {
    live: liveEvents,
    stale: [readHookDelivery, readHook],
    every: (rows) => rows.map((row) => followDelivery(row, health)).find(Boolean) ?? false,
  });
  const [{ message }, change] = useAddress('message');
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const [asking, setAsking] = useState<'dead' | 'past'>();
  const getPath = (id: string) => `${pathname}?${new URLSearchParams({ ...Object.fromEntries(params), message: id })}`;
  const rowActions = (delivery: HookDelivery): MenuEntry[] => [
    { label: t('show'), icon: 'eye', to: getPath(delivery.id), keys: 'e' },
    ...(isResendable(delivery) ? [{ label: t('redeliver'), icon: 'refresh' as const, onSelect: () => void redeliver([delivery.id]) }] : []),
    ...(delivery.state === 'waiting' ? [{ label: t('cancel'), icon: 'close' as const, onSelect: () => void cancelDelivery(delivery.id) }] : []),
  ];
  const bulkActions = (chosen: readonly HookDelivery[], clear: () => void) => {
    const over = chosen.filter(isResendable);
    const again = async () => {
      await redeliver(over.map(({ id }) => id));
      clear();
    };
    return (
      <Button size="small" icon="refresh" disabled={over.length === 0} onClick={() => void again()}>
        {t('redeliver')}
      </Button>
    );
  };
  return (
    <ListPage
      id="webhook-deliveries"
      title={webhook}
      documentTitle={t('titleOf', { key: webhook })}
      label={t('titleOf', { key: webhook })}
      subtitle={t('about')}
      breadcrumb={[{ label: shared('webhooks'), to: webhookListPath }]}
      actions={
        isMissing ? undefined : (
          <>
            <Button icon="history" onClick={() => setAsking('past')}>
              {t('pastEvents')}
            </Button>
            <Button icon="refresh" onClick={() => setAsking('dead')}>
              {t('redeliverDead')}
            </Button>
          </>
        )
      }
      above={<WebhookTabs webhook={webhook} />}
      list={list}
      columns={deliveryColumns(getPath)}
      rowKey={({ id }) => id}
      rowName={({ subject: name }) => name}
      href={({ id }) => getPath(id)}
      rowActions={rowActions}
      bulkActions={bulkActions}
      filters={filters}
      search={t('searchSubject')}
      toolbar={<DeliveryFilters filters={filters} events={hook && { domain: hook.event_filter.domain, types: hook.event_filter.event_types }} />}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        isMissing ? (
          <NoSuchWebhook webhook={webhook} />
        ) : (
          <EmptyState icon="bolt" title={t('none')}>
            {t('noneHelp')}
          </EmptyState>
        )
      }
    >
      {message !== '' && <DeliveryDrawer id={message} follow={(delivery) => followDelivery(delivery, health)} onClose={() => change({ message: '' })} />}
      {asking && <SendAgainDialog what={asking} webhook={webhook} onClose={() => setAsking(undefined)} />}
    </ListPage>
  );
}
