import { ListTable, usePagedList } from '@packhouse/console-kit/lists.ts';
import { listViolationGroups, type ViolationGroup } from '@packhouse/contract/scanning/violation-group-routes.ts';
import { EmptyState, formatNumber, LinkButton, SeverityTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { violationListPath, watchListPath } from './governing-screens.ts';
import { type Facets, type Narrowed, NarrowMenus, useGrouping } from './violation-filters.tsx';
import { t } from './violation-words.ts';

/** The list of what is in a group, with all else that it is narrowed by. */
function getGroupPath({ filters: { values } }: Narrowed, { narrow }: ViolationGroup): string {
  const given = Object.entries({ ...values, ...narrow }).filter(([, value]) => value !== '');
  return `${violationListPath}?${new URLSearchParams(given)}`;
}

function columns(title: string, getPath: (group: ViolationGroup) => string): Column<ViolationGroup>[] {
  return [
    { id: 'severity', title: t('worst'), card: 'fact', width: '110px', render: ({ severity }) => <SeverityTag severity={severity} /> },
    {
      id: 'group',
      title,
      card: 'title',
      render: (group) => (
        <span className="scan-two-lines">
          <Link to={getPath(group)} className="ph-main-link">
            {group.title}
          </Link>
          {group.key !== group.title && <span className="ph-muted ph-mono scan-where">{group.key}</span>}
        </span>
      ),
    },
    { id: 'count', title: t('violations'), card: 'fact', align: 'end', width: '120px', render: ({ count }) => formatNumber(count) },
    { id: 'fixable', title: t('fixable'), align: 'end', width: '140px', render: ({ fixable }) => formatNumber(fixable) },
  ];
}

/** Violations by what they have in common, each group with how many it holds. */
export function ViolationGroups({ narrowed, facets }: { narrowed: Narrowed; facets: Facets | undefined }) {
  const [grouping = 'subject'] = useGrouping();
  const { filters, body } = narrowed;
  const list = usePagedList(listViolationGroups, { query: { by: grouping }, body }, { live: ['violation.'] });
  const getPath = (group: ViolationGroup) => getGroupPath(narrowed, group);
  return (
    <ListTable<ViolationGroup>
      id={`violations-by-${grouping}`}
      label={t('groupedBy', { what: t(`by_${grouping}`) })}
      list={list}
      columns={columns(t(`by_${grouping}`), getPath)}
      rowKey={({ key }) => key}
      href={getPath}
      filters={filters}
      search={t('search')}
      toolbar={<NarrowMenus filters={filters} facets={facets} />}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="shield" title={t('none')} action={<LinkButton to={watchListPath}>{t('toWatches')}</LinkButton>}>
          {t('noneHelp')}
        </EmptyState>
      }
    />
  );
}
