import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { listPromotions, type Promotion, type PromotionStatus } from '@packhouse/contract/distribution/promotion-routes.ts';
import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { EmptyState, RelativeTime, Section, Skeleton, StatusTag, words } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../distribution-words.ts';

const kinds = { PENDING: 'info', PROCESSING: 'running', COMPLETED: 'good', FAILED: 'bad' } as const satisfies Record<PromotionStatus, string>;

const columns: Column<Promotion>[] = [
  { id: 'environment', title: t('environment'), card: 'title', width: '20%', render: ({ environment }) => <b>{environment}</b> },
  { id: 'status', title: t('status'), card: 'fact', width: '150px', render: ({ status }) => <StatusTag kind={kinds[status]}>{t(status)}</StatusTag> },
  {
    id: 'receivers',
    title: t('receivers'),
    card: 'fact',
    render: ({ operation, repositories, said }) => (
      <>
        {t(operation === 'move' ? 'movedTo' : 'copiedTo', { repositories: repositories.join(', ') })}
        {said && <span className="dist-error">{words().said(said)}</span>}
      </>
    ),
  },
  { id: 'createdBy', title: t('createdBy'), width: '150px', render: ({ createdBy }) => createdBy },
  { id: 'created', title: t('created'), width: '150px', render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** Shows the environments that a version was promoted to, the latest first. */
export function Promotions({ bundle: { name, version } }: { bundle: ReleaseBundle }) {
  const result = useQuery(query(listPromotions, { params: { name, version } }));
  const promotions = result.data?.items;
  return (
    <Section title={t('promotions')}>
      {result.error && !promotions ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : promotions === undefined ? (
        <Skeleton lines={2} shape="rows" />
      ) : (
        <DataTable
          id="promotions"
          label={t('promotions')}
          columns={columns}
          rows={promotions}
          rowKey={({ createdMillis }) => String(createdMillis)}
          empty={
            <EmptyState icon="arrow-up" title={t('noPromotions')}>
              {t('noPromotionsHelp')}
            </EmptyState>
          }
        />
      )}
    </Section>
  );
}
