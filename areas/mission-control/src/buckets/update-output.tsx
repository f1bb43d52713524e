import type { BucketOrder } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { RelativeTime, Section, type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import { t } from './buckets-words.ts';
import './buckets.css';

const kinds: Readonly<Record<BucketOrder['state'], StatusKind>> = {
  calling: 'running',
  unsettled: 'warning',
  done: 'good',
  refused: 'bad',
  returned: 'neutral',
  forgotten: 'neutral',
};

/** What came of attaching and taking back, a line for each deployment, newest first; it goes on by itself. */
export function UpdateOutput({ orders }: { orders: readonly BucketOrder[] }) {
  return (
    <Section title={t('update')}>
      <div role="log" aria-label={t('output')}>
        <h3 className="mc-output-title">{t('output')}</h3>
        {orders.length === 0 ? (
          <p className="ph-muted">{t('noOutput')}</p>
        ) : (
          <ul className="mc-output">
            {orders.map((order) => (
              <li key={order.id}>
                <StatusTag kind={kinds[order.state]}>{t(order.state)}</StatusTag>
                <span>{words().said(order)}</span>
                <span className="ph-muted">
                  <RelativeTime at={order.at} /> · {order.requestedBy}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
