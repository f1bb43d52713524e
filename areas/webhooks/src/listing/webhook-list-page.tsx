import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, usePagedList } from '@packhouse/console-kit/lists.ts';
import { pauseHook, resumeHook, tryHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { type Hook, listHooks } from '@packhouse/contract/events/hook-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, notify, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeleteWebhook } from '../delete-webhook.tsx';
import { domainTitle, eventTitle } from '../event-words.ts';
import { followHook, liveEvents } from '../live.ts';
import { allDeliveriesPath, deliveriesPath, editWebhookPath, newWebhookPath } from '../webhooks-screens.ts';
import { t } from '../webhooks-words.ts';
import { DayBar, Health } from './hook-health.tsx';
import { SkipWaiting } from './skip-waiting.tsx';
import { testWebhook } from './test-webhook.ts';
import '../webhooks.css';

const newButton = () => (
  <LinkButton to={newWebhookPath} kind="primary" icon="plus">
    {t('newWebhook')}
  </LinkButton>
);

function getHosts({ handlers }: Hook): string {
  const hosts = handlers.map(({ url }) => (URL.canParse(url) ? new URL(url).host : url));
  return [...new Set(hosts)].join(', ');
}

function columns(): Column<Hook>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '20%',
      render: ({ key, description, handlers }) => (
        <>
          <Link to={editWebhookPath(key)} className="ph-main-link" title={description || undefined}>
            {key}
          </Link>{' '}
          {handlers[0]?.handler_type === 'custom-webhook' && <Tag>{t('custom')}</Tag>}
        </>
      ),
    },
    {
      id: 'domain',
      title: t('domain'),
      width: '14%',
      render: ({ event_filter: { domain, event_types: types } }) => (
        <span title={types.map((type) => eventTitle(domain, type)).join(', ')}>{domainTitle(domain)}</span>
      ),
    },
    { id: 'host', title: t('host'), card: 'fact', width: '16%', render: (hook) => <span className="ph-mono">{getHosts(hook)}</span> },
    { id: 'health', title: t('health'), card: 'fact', render: ({ health }) => <Health health={health} /> },
    { id: 'day', title: t('day'), width: '190px', render: ({ health }) => <DayBar health={health} /> },
  ];
}

/** Does something with a webhook and says so. */
async function order(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work();
    notify.good(done);
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(listHooks);
}

/** Every webhook, and how it is doing. */
export function WebhookListPage() {
  const list = usePagedList(listHooks, { query: {} }, { live: liveEvents, every: (hooks) => hooks.map(followHook).find(Boolean) ?? false });
  const [open, setOpen] = useState<{ what: 'delete' | 'skip'; hook: Hook }>();
  const close = () => setOpen(undefined);
  const rowActions = (hook: Hook): MenuEntry[] => {
    const { key, health } = hook;
    const params = { key };
    return [
      { label: t('edit'), icon: 'edit', to: editWebhookPath(key), keys: 'e' },
      { label: t('deliveries'), icon: 'list', to: deliveriesPath(key) },
      { label: t('test'), icon: 'bolt', onSelect: () => void testWebhook(hook) },
      { line: true },
      ...(health.state === 'failing'
        ? [{ label: t('tryNow'), icon: 'refresh' as const, onSelect: () => void order(() => call(tryHook, { params }), t('tried', { key })) }]
        : []),
      ...(health.state === 'paused'
        ? [{ label: t('resume'), icon: 'play' as const, onSelect: () => void order(() => call(resumeHook, { params }), t('resumed', { key })) }]
        : []),
      ...(health.state === 'healthy' || health.state === 'failing'
        ? [{ label: t('pause'), icon: 'pause' as const, onSelect: () => void order(() => call(pauseHook, { params }), t('paused', { key })) }]
        : []),
      ...(health.waiting > 0 ? [{ label: t('skip'), icon: 'close' as const, onSelect: () => setOpen({ what: 'skip', hook }) }] : []),
      { line: true },
      { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setOpen({ what: 'delete', hook }) },
    ];
  };
  return (
    <ListPage
      id="webhooks"
      title={t('webhooks')}
      subtitle={t('about')}
      actions={
        <>
          <LinkButton icon="list" to={allDeliveriesPath}>
            {t('allDeliveries')}
          </LinkButton>
          {newButton()}
        </>
      }
      list={list}
      columns={columns()}
      rowKey={({ key }) => key}
      href={({ key }) => editWebhookPath(key)}
      rowActions={rowActions}
      none={
        <EmptyState icon="bolt" title={t('none')} action={newButton()}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {open?.what === 'delete' && <DeleteWebhook hook={open.hook} onClose={close} />}
      {open?.what === 'skip' && <SkipWaiting hook={open.hook} onClose={close} />}
    </ListPage>
  );
}
