import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type CoverageGap, type CoverageReason, coverageReasons, listCoverageGaps } from '@packhouse/contract/scanning/coverage-routes.ts';
import { Button, EmptyState, formatNumber, LinkButton, Menu } from '@packhouse/ui/core.ts';
import { indexedResourcesPath } from '../indexing/indexing-screens.ts';
import { gapColumns } from './coverage-columns.tsx';
import { t } from './coverage-words.ts';
import '../scanning.css';

interface ReasonMenuProps {
  chosen: string;
  counts: readonly { reason: CoverageReason; gaps: number }[];
  onChoose(reason: string): void;
}

function ReasonMenu({ chosen, counts, onChoose }: ReasonMenuProps) {
  const gaps = new Map(counts.map(({ reason, gaps }) => [reason, gaps]));
  return (
    <Menu
      label={t('why')}
      entries={[
        { label: t('anyReason'), checked: chosen === '', onSelect: () => onChoose('') },
        ...coverageReasons.map((reason) => ({
          label: `${t(`reason_${reason}`)} (${formatNumber(gaps.get(reason) ?? 0)})`,
          checked: chosen === reason,
          onSelect: () => onChoose(reason),
        })),
      ]}
    >
      {(trigger) => (
        <Button icon="filter" {...trigger}>
          {chosen === '' ? t('anyReason') : t(`reason_${chosen as CoverageReason}`)}
        </Button>
      )}
    </Menu>
  );
}

/** What is not judged in what the reader may read, why, and what mends it. */
export function CoveragePage() {
  const { administrator } = useSession();
  const filters = useFilters('reason', 'repository');
  const list = usePagedList(listCoverageGaps, { query: filters.asked as { reason?: CoverageReason; repository?: string } }, { live: ['scan.', 'repository.'] });
  const { counts = [], scans = { scanned: 0, total: 0 } } = list.answer ?? {};
  const { reason, repository } = filters.values;
  return (
    <ListPage<CoverageGap>
      id="coverage-gaps"
      title={t('title')}
      count={undefined}
      subtitle={t('about')}
      above={scans.total > 0 && <p className="ph-muted">{t('scanned', { scanned: formatNumber(scans.scanned), total: formatNumber(scans.total) })}</p>}
      list={list}
      columns={gapColumns(administrator)}
      rowKey={(gap) => `${gap.repository} ${gap.reason} ${gap.ecosystem ?? ''}`}
      filters={filters}
      toolbar={
        <>
          <ReasonMenu chosen={reason} counts={counts} onChoose={(one) => filters.change({ reason: one })} />
          {repository !== '' && (
            <Button icon="close" onClick={() => filters.change({ repository: '' })}>
              {t('inRepository', { repository })}
            </Button>
          )}
        </>
      }
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        scans.total === 0 ? (
          <EmptyState icon="package" title={t('nothingStored')} action={administrator && <LinkButton to={indexedResourcesPath}>{t('indexed')}</LinkButton>}>
            {t('nothingStoredHelp')}
          </EmptyState>
        ) : (
          <EmptyState icon="good" title={t('none')}>
            {t('noneHelp')}
          </EmptyState>
        )
      }
    />
  );
}
