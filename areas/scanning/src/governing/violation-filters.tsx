import { type Filters, useAddress, useFilters } from '@packhouse/console-kit/lists.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { policyTypes } from '@packhouse/contract/scanning/policy-types.ts';
import { groupings } from '@packhouse/contract/scanning/violation-group-routes.ts';
import type { listViolations, ViolationFilter } from '@packhouse/contract/scanning/violation-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { Button, FilterChips, formatNumber, Menu, nameSeverity } from '@packhouse/ui/core.ts';
import { t } from './violation-words.ts';

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
  'component',
  'projectKey',
] as const;
type FilterName = (typeof filterNames)[number];
export type Facets = RouteReply<typeof listViolations>['facets'];
type Grouping = (typeof groupings)[number];

export interface Narrowed {
  /** Whatever they change leads back to the first page. */
  filters: Filters<FilterName>;
  body: Partial<ViolationFilter>;
}

const firstPage = { page: '', after: '', before: '' };

/** Everything that narrows the list, as the address says it. */
export function useNarrowed(): Narrowed {
  const filters = useFilters(...filterNames);
  const [, setAddress] = useAddress(...filterNames, 'page', 'after', 'before');
  const { severity, ...asked } = filters.asked;
  const change = (part: Partial<Record<FilterName, string>>) => setAddress({ ...firstPage, ...part });
  const clear = () => setAddress({ ...firstPage, ...Object.fromEntries(filterNames.map((name) => [name, ''])) });
  return { filters: { ...filters, change, clear }, body: { ...asked, ...(severity ? { severities: [severity] } : {}) } as Partial<ViolationFilter> };
}

const isGrouping = (text: string): text is Grouping => groupings.some((one) => one === text);

/** What the rows are put together by, as the address says it. */
export function useGrouping(): [Grouping | undefined, (by: Grouping | undefined) => void] {
  const [{ group }, setAddress] = useAddress('group', 'page', 'after', 'before');
  return [isGrouping(group) ? group : undefined, (by) => setAddress({ ...firstPage, group: by ?? '' })];
}

/** A severity as the address has it; what is none stands as it is. */
function nameChosen(value: string): string {
  const severity = severities.find((one) => one === value);
  return severity ? nameSeverity(severity) : value;
}

/** What the list can be narrowed to, each with how many that leaves; what is chosen stays there to be taken back. */
function makeChoices(facets: Facets | undefined) {
  const plain = (values: Facets['policies'] = []) => values.map(({ value, count }) => ({ value, label: value, count }));
  return [
    {
      field: 'severity',
      title: t('severity'),
      options: facets?.severities.map(({ severity, count }) => ({ value: severity, label: nameSeverity(severity), count })) ?? [],
    },
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

function GroupMenu() {
  const [grouping, choose] = useGrouping();
  return (
    <Menu
      label={t('groupBy')}
      entries={[
        { label: t('ungrouped'), checked: grouping === undefined, onSelect: () => choose(undefined) },
        ...groupings.map((by) => ({ label: t(`by_${by}`), checked: grouping === by, onSelect: () => choose(by) })),
      ]}
    >
      {(trigger) => (
        <Button icon="list" {...trigger}>
          {grouping ? t('groupedBy', { what: t(`by_${grouping}`) }) : t('groupBy')}
        </Button>
      )}
    </Menu>
  );
}

/** Menus that narrow the list and put its rows together, and what is chosen. */
export function NarrowMenus({ filters: { values, change }, facets }: { filters: Filters<FilterName>; facets: Facets | undefined }) {
  const chips = filterNames
    .filter((name) => name !== 'search' && name !== 'filter' && values[name] !== '')
    .map((name) => ({ key: name, label: name === 'severity' ? nameChosen(values[name]) : values[name], onRemove: () => change({ [name]: '' }) }));
  return (
    <>
      <GroupMenu />
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
export function StateTabs({ filters: { values, change }, counts }: { filters: Filters<FilterName>; counts: Facets | undefined }) {
  const isIgnored = values.filter === 'ignored';
  return (
    <fieldset aria-label={t('states')} className="scan-states">
      <Button aria-pressed={!isIgnored} kind={isIgnored ? 'ghost' : 'secondary'} onClick={() => change({ filter: '' })}>
        {t('active')} {counts && <span className="ph-count">{formatNumber(counts.active)}</span>}
      </Button>
      <Button aria-pressed={isIgnored} kind={isIgnored ? 'secondary' : 'ghost'} onClick={() => change({ filter: 'ignored' })}>
        {t('ignored')} {counts && <span className="ph-count">{formatNumber(counts.ignored)}</span>}
      </Button>
    </fieldset>
  );
}
