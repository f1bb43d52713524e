import { ListTable, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import type { Violation } from '@packhouse/contract/scanning/violation.ts';
import { listViolations, violationRowsPerPage } from '@packhouse/contract/scanning/violation-routes.ts';
import { Button, EmptyState, LinkButton, type MenuEntry, Page, RelativeTime, SeverityTag, StatusTag } from '@packhouse/ui/core.ts';
import type { Column, Sort } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { getPackageName, VersionPlace } from '../version-place.tsx';
import { violationListPath, violationPath, watchListPath } from './governing-screens.ts';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { ViolationDrawer } from './violation-drawer.tsx';
import { type Facets, type Narrowed, NarrowMenus, StateTabs, useGrouping, useNarrowed } from './violation-filters.tsx';
import { ViolationGroups } from './violation-groups.tsx';
import { t } from './violation-words.ts';
import '../scanning.css';

function columns(getPath: (id: string) => string): Column<Violation>[] {
  return [
    { id: 'severity', title: t('severity'), card: 'fact', sortable: true, width: '110px', render: ({ severity }) => <SeverityTag severity={severity} /> },
    {
      id: 'finding',
      title: t('finding'),
      card: 'title',
      width: '18%',
      render: ({ id, subject, summary, blocks_from }) => (
        <span className="scan-name">
          <Link to={getPath(id)} className="ph-main-link" title={summary || undefined}>
            {subject}
          </Link>
          {blocks_from !== null && Date.parse(blocks_from) <= Date.now() && <StatusTag kind="bad">{t('whyBlocked')}</StatusTag>}
        </span>
      ),
    },
    { id: 'type', title: t('type'), width: '120px', render: ({ type }) => t(`is_${type}`) },
    {
      id: 'component',
      title: t('component'),
      render: ({ components }) => components.map(({ name, version }) => `${name} ${version}`).join(', '),
    },
    {
      id: 'artifact',
      title: t('artifact'),
      card: 'fact',
      sortable: true,
      render: (row) => <VersionPlace {...row} />,
    },
    { id: 'watch', title: t('watch'), width: '140px', render: ({ watch, rule }) => <span title={rule}>{watch}</span> },
    { id: 'time', title: t('time'), sortable: true, width: '120px', render: ({ created }) => <RelativeTime at={created} /> },
  ];
}

/** Columns by which the list can be ordered, and how the call names them. */
const orders = { severity: 'severity', artifact: 'package', time: 'created' } as const;
type SortColumn = keyof typeof orders;

const isSortColumn = (text: string): text is SortColumn => Object.hasOwn(orders, text);

/** The order that the address says: `time`, or `-time` for the other way round. */
function useSort(): { sort: Sort & { column: SortColumn }; onSort: (sort: Sort) => void } {
  const [{ sort }, setAddress] = useAddress('sort', 'page', 'after', 'before');
  const name = sort.replace(/^-/, '');
  const onSort = ({ column, descending }: Sort) =>
    setAddress({ page: '', after: '', before: '', sort: column === 'severity' && !descending ? '' : `${descending ? '-' : ''}${column}` });
  return { sort: { column: isSortColumn(name) ? name : 'severity', descending: sort.startsWith('-') }, onSort };
}

function useViolations({ body }: Narrowed, sort: Sort & { column: SortColumn }) {
  const page = usePageNumber();
  const [{ after, before }] = useAddress('after', 'before');
  const place = { ...(after ? { after } : {}), ...(before ? { before } : {}) };
  const query = {
    direction: sort.descending ? 'desc' : 'asc',
    num_of_rows: violationRowsPerPage,
    order_by: orders[sort.column],
    page_num: page,
    ...place,
  } as const;
  return { page, list: useList(listViolations, { query, body }, { rows: ({ data }) => data, live: ['violation.'] }) };
}

interface RowsProps {
  narrowed: Narrowed;
  list: ReturnType<typeof useViolations>['list'];
  facets: Facets | undefined;
  sort: ReturnType<typeof useSort>;
}

/** Violations one by one. */
function ViolationRows({ narrowed: { filters }, list, facets, sort }: RowsProps) {
  const { search } = useLocation();
  const [ignoring, setIgnoring] = useState<{ ids: string[]; clear?: () => void }>();
  const isIgnored = filters.values.filter === 'ignored';
  const getPath = (id: string) => `${violationPath(id)}${search}`;
  const rowActions = ({ id, may_ignore }: Violation): MenuEntry[] => [
    { label: t('show'), icon: 'eye', to: getPath(id), keys: 'e' },
    ...(may_ignore && !isIgnored ? [{ label: t('ignore'), icon: 'eye-off' as const, onSelect: () => setIgnoring({ ids: [id] }) }] : []),
  ];
  const bulkActions = (chosen: readonly Violation[], clear: () => void) => {
    const ids = chosen.filter(({ may_ignore, ignored }) => may_ignore && !ignored).map(({ id }) => id);
    return (
      <Button size="small" icon="eye-off" disabled={ids.length === 0} onClick={() => setIgnoring({ ids, clear })}>
        {t('ignore')}
      </Button>
    );
  };
  return (
    <>
      <ListTable<Violation>
        id="violations"
        label={t('violations')}
        list={list}
        columns={columns(getPath)}
        rowKey={({ id }) => id}
        rowName={({ subject, packageId }) => `${subject} ${getPackageName(packageId)}`}
        href={({ id }) => getPath(id)}
        rowActions={rowActions}
        bulkActions={bulkActions}
        filters={filters}
        search={t('search')}
        toolbar={<NarrowMenus filters={filters} facets={facets} />}
        noneFits={{ title: isIgnored ? t('noneIgnored') : t('noneFits'), clear: t('clear') }}
        none={
          <EmptyState icon="shield" title={t('none')} action={<LinkButton to={watchListPath}>{t('toWatches')}</LinkButton>}>
            {t('noneHelp')}
          </EmptyState>
        }
        {...sort}
      />
      {ignoring && <IgnoreDialog chosen={{ ids: ignoring.ids }} onClose={() => setIgnoring(undefined)} onDone={() => ignoring.clear?.()} />}
    </>
  );
}

/** Ignores everything that fits, however many pages of it there are. */
function IgnoreAll({ body, count }: { body: Narrowed['body']; count: number }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button icon="eye-off" onClick={() => setAsking(true)}>
        {t('ignoreAll', { count })}
      </Button>
      {asking && <IgnoreDialog chosen={{ filter: body, count }} onClose={() => setAsking(false)} />}
    </>
  );
}

/** What breaks the rules of policies, worst first, one by one or in groups; filters, page and what is open are in the address. */
export function ViolationListPage() {
  const { violationId } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const narrowed = useNarrowed();
  const [grouping] = useGrouping();
  const sort = useSort();
  const { page, list } = useViolations(narrowed, sort.sort);
  const { facets, total_count: total, next, previous } = list.answer ?? {};
  const mayIgnoreAll = narrowed.filters.values.filter !== 'ignored' && list.answer?.data.some((one) => one.may_ignore);
  return (
    <Page title={t('violations')} count={total} subtitle={t('about')} actions={mayIgnoreAll && total && <IgnoreAll body={narrowed.body} count={total} />}>
      <StateTabs filters={narrowed.filters} counts={facets} />
      {grouping ? (
        <ViolationGroups key={grouping} narrowed={narrowed} facets={facets} />
      ) : (
        <>
          <ViolationRows narrowed={narrowed} list={list} facets={facets} sort={sort} />
          <TurnPages label={t('violations')} page={page} rows={total} rowsPerPage={violationRowsPerPage} next={next} previous={previous} />
        </>
      )}
      {violationId !== undefined && <ViolationDrawer id={violationId} onClose={() => void navigate(`${violationListPath}${search}`)} />}
    </Page>
  );
}
