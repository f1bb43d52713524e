import { ListPage, useAddress, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type HookDelivery, listHookDeliveries, readHookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { EmptyState, type MenuEntry } from '@packhouse/ui/core.ts';
import { useLocation, useSearchParams } from 'react-router';
import { followAny, liveEvents } from '../live.ts';
import { webhookListPath } from '../webhooks-screens.ts';
import { t as shared } from '../webhooks-words.ts';
import { t } from './deliveries-words.ts';
import { cancelDelivery, isResendable, redeliver } from './delivery-actions.ts';
import { deliveryColumns, webhookColumn } from './delivery-columns.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { AllDeliveryFilters } from './delivery-filters.tsx';
import '../webhooks.css';

/** What all webhooks sent: who was told of a file, a build or a release bundle. */
export function AllDeliveriesPage() {
  const filters = useFilters('search', 'webhook', 'domain', 'eventType', 'state', 'status');
  const { search: subject, ...asked } = filters.asked;
  const input = { query: { ...asked, ...(subject === undefined ? {} : { subject }) } as Record<string, string> };
  const list = usePagedList(listHookDeliveries, input, {
    live: liveEvents,
    stale: [readHookDelivery],
    every: (rows) => rows.map(followAny).find(Boolean) ?? false,
  });
  const [{ message }, change] = useAddress('message');
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const getPath = (id: string) => `${pathname}?${new URLSearchParams({ ...Object.fromEntries(params), message: id })}`;
  const rowActions = (delivery: HookDelivery): MenuEntry[] => [
    { label: t('show'), icon: 'eye', to: getPath(delivery.id), keys: 'e' },
    ...(isResendable(delivery) ? [{ label: t('redeliver'), icon: 'refresh' as const, onSelect: () => void redeliver([delivery.id]) }] : []),
    ...(delivery.state === 'waiting' ? [{ label: t('cancel'), icon: 'close' as const, onSelect: () => void cancelDelivery(delivery.id) }] : []),
  ];
  const [first, ...others] = deliveryColumns(getPath);
  return (
    <ListPage
      id="all-webhook-deliveries"
      title={t('all')}
      subtitle={t('aboutAll')}
      breadcrumb={[{ label: shared('webhooks'), to: webhookListPath }]}
      list={list}
      columns={[first!, webhookColumn(), ...others]}
      rowKey={({ id }) => id}
      rowName={({ subject: name, webhook }) => `${name} ${webhook}`}
      href={({ id }) => getPath(id)}
      rowActions={rowActions}
      filters={filters}
      search={t('searchSubject')}
      toolbar={<AllDeliveryFilters filters={filters} />}
      noneFits={{ title: t('nobodyTold'), clear: t('clear') }}
      none={
        <EmptyState icon="bolt" title={t('none')}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {message !== '' && <DeliveryDrawer id={message} follow={followAny} onClose={() => change({ message: '' })} />}
    </ListPage>
  );
}
