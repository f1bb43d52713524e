import { ListPage, useFilters, useList } from '@packhouse/console-kit/lists.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { policyTypes } from '@packhouse/contract/scanning/policy-routes.ts';
import { listViolations, type Violation, type ViolationFilter, violationRowsPerPage } from '@packhouse/contract/scanning/violation-routes.ts';
import { Button, EmptyState, FilterChips, formatNumber, LinkButton, Menu, type MenuEntry, RelativeTime, SeverityTag, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { violationListPath, violationPath, watchListPath } from './governing-screens.ts';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { ViolationDrawer } from './violation-drawer.tsx';
import { t } from './violation-words.ts';
import '../scanning.css';

function columns(getPath: (id: string) => string): Column<Violation>[] {
  return [
    { id: 'severity', title: t('severity'), card: 'fact', width: '110px', render: ({ severity }) => <SeverityTag severity={severity} /> },
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
      render: ({ repository, packageId, version }) => <span className="scan-where">{`${repository}: ${packageId} ${version}`}</span>,
    },
    { id: 'watch', title: t('watch'), width: '140px', render: ({ watch, rule }) => <span title={rule}>{watch}</span> },
    { id: 'time', title: t('time'), width: '120px', render: ({ created }) => <RelativeTime at={created} /> },
  ];
}

const filterNames = [
  'search',
  'filter',
  'severity',
  'type',
  'policy',
  'watch',
  'packageId',
  'version',
  'repository',
  'subject',
  'path',
  'projectKey',
  'page',
] as const;
type FilterName = (typeof filterNames)[number];
type Facets = RouteReply<typeof listViolations>['facets'];

/** What the list can be narrowed to, each with how many that leaves; what is chosen stays there to be taken back. */
function makeChoices(facets: Facets | undefined) {
  const plain = (values: Facets['policies'] = []) => values.map(({ value, count }) => ({ value, label: value, count }));
  return [
    { field: 'severity', title: t('severity'), options: facets?.severities.map(({ severity, count }) => ({ value: severity, label: severity, count })) ?? [] },
    {
      field: 'type',
      title: t('type'),
      options: policyTypes.flatMap((value) =>
        (facets?.types ?? []).filter((one) => one.value === value).map(({ count }) => ({ value, label: t(`is_${value}`), count })),
      ),
    },
    { field: 'policy', title: t('policy'), options: plain(facets?.policies) },
    { field: 'watch', title: t('watch'), options: plain(facets?.watches) },
    { field: 'repository', title: t('repository'), options: plain(facets?.repositories) },
  ] as const;
}

function NarrowMenus({
  values,
  facets,
  change,
}: {
  values: Record<FilterName, string>;
  facets: Facets | undefined;
  change: (part: Partial<Record<FilterName, string>>) => void;
}) {
  const chips = filterNames
    .filter((name) => name !== 'search' && name !== 'filter' && name !== 'page' && values[name] !== '')
    .map((name) => ({ key: name, label: values[name], onRemove: () => change({ [name]: '' }) }));
  return (
    <>
      {makeChoices(facets).map(({ field, title, options }) => (
        <Menu
          key={field}
          label={title}
          entries={[
            { label: t('any'), checked: values[field] === '', onSelect: () => change({ [field]: '' }) },
            ...options.map(({ value, label, count }) => ({
              label,
              hint: formatNumber(count),
              checked: values[field] === value,
              onSelect: () => change({ [field]: value }),
            })),
          ]}
        >
          {(trigger) => (
            <Button icon="filter" {...trigger}>
              {title}
            </Button>
          )}
        </Menu>
      ))}
      <FilterChips chips={chips} />
    </>
  );
}

/** Active or ignored, each with its number. */
function StateTabs({
  isIgnored,
  counts,
  onChange,
}: {
  isIgnored: boolean;
  counts: { active: number; ignored: number } | undefined;
  onChange: (filter: string) => void;
}) {
  return (
    <fieldset aria-label={t('states')} className="scan-states">
      <Button aria-pressed={!isIgnored} kind={isIgnored ? 'ghost' : 'secondary'} onClick={() => onChange('')}>
        {t('active')} {counts && <span className="ph-count">{counts.active}</span>}
      </Button>
      <Button aria-pressed={isIgnored} kind={isIgnored ? 'secondary' : 'ghost'} onClick={() => onChange('ignored')}>
        {t('ignored')} {counts && <span className="ph-count">{counts.ignored}</span>}
      </Button>
    </fieldset>
  );
}

/** What breaks the rules of policies, worst first; filters, page and what is open are in the address. */
export function ViolationListPage() {
  const { violationId } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const page = usePageNumber();
  const filters = useFilters(...filterNames);
  const { severity, page: _page, ...asked } = filters.asked;
  const body = { ...asked, ...(severity ? { severities: [severity] } : {}) } as Partial<ViolationFilter>;
  const query = { direction: 'asc', num_of_rows: violationRowsPerPage, order_by: 'severity', page_num: page } as const;
  const list = useList(listViolations, { query, body }, { rows: ({ data }) => data, live: ['violation.'] });
  const [ignoring, setIgnoring] = useState<{ ids: string[]; clear?: () => void }>();
  const isIgnored = filters.values.filter === 'ignored';
  const getPath = (id: string) => `${violationPath(id)}${search}`;
  const change = (part: Partial<Record<FilterName, string>>) => filters.change({ page: '', ...part });
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
    <ListPage
      id="violations"
      title={t('violations')}
      count={list.answer?.total_count}
      subtitle={t('about')}
      above={<StateTabs isIgnored={isIgnored} counts={list.answer?.facets} onChange={(filter) => change({ filter })} />}
      list={list}
      columns={columns(getPath)}
      rowKey={({ id }) => id}
      rowName={({ subject, packageId }) => `${subject} ${packageId}`}
      href={({ id }) => getPath(id)}
      rowActions={rowActions}
      bulkActions={bulkActions}
      filters={filters}
      search={t('search')}
      toolbar={<NarrowMenus values={filters.values} facets={list.answer?.facets} change={change} />}
      noneFits={{ title: isIgnored ? t('noneIgnored') : t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="shield" title={t('none')} action={<LinkButton to={watchListPath}>{t('toWatches')}</LinkButton>}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('violations')} page={page} rows={list.answer?.total_count} rowsPerPage={violationRowsPerPage} />
      {violationId !== undefined && <ViolationDrawer id={violationId} onClose={() => void navigate(`${violationListPath}${search}`)} />}
      {ignoring && <IgnoreDialog ids={ignoring.ids} onClose={() => setIgnoring(undefined)} onDone={() => ignoring.clear?.()} />}
    </ListPage>
  );
}
