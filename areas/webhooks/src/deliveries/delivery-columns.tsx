import type { HookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { RelativeTime, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { eventTitle } from '../event-words.ts';
import { isLater, spellDuration, spellTime } from '../times.ts';
import { deliveriesPath } from '../webhooks-screens.ts';
import { t } from './deliveries-words.ts';
import { DeliveryState } from './delivery-state.tsx';

/** Whom a message is for, where those of several webhooks stand together. */
export const webhookColumn = (): Column<HookDelivery> => ({
  id: 'webhook',
  title: t('webhook'),
  card: 'fact',
  width: '150px',
  render: ({ webhook }) => <Link to={deliveriesPath(webhook)}>{webhook}</Link>,
});

/** What is told of a message in a list. */
export function deliveryColumns(getPath: (id: string) => string): Column<HookDelivery>[] {
  return [
    {
      id: 'subject',
      title: t('subject'),
      card: 'title',
      render: ({ id, subject, otherSubject }) => (
        <>
          <Link to={getPath(id)} className="ph-main-link ph-mono">
            {subject}
          </Link>
          {otherSubject !== undefined && <div className="ph-muted">{t('wentTo', { place: otherSubject })}</div>}
        </>
      ),
    },
    { id: 'event', title: t('event'), width: '140px', render: ({ domain, eventType }) => eventTitle(domain, eventType) },
    {
      id: 'state',
      title: t('state'),
      card: 'fact',
      width: '28%',
      render: ({ state, status, nextTryAt, reason }) => (
        <div>
          <DeliveryState state={state} /> {status !== undefined && <span className="ph-muted">{status}</span>}
          {state === 'waiting' && nextTryAt && isLater(nextTryAt) && <div className="ph-muted">{t('dueAt', { time: spellTime(nextTryAt) })}</div>}
          {reason && <div className="ph-muted">{words().said(reason)}</div>}
        </div>
      ),
    },
    { id: 'attempts', title: t('attempts'), width: '84px', render: ({ attempts }) => attempts },
    { id: 'duration', title: t('duration'), width: '90px', render: ({ duration }) => duration !== undefined && spellDuration(duration) },
    { id: 'created', title: t('created'), card: 'fact', width: '130px', render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}
