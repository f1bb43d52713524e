import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type FirewallRecord, firewallOutcomes, listFirewallRecords } from '@packhouse/contract/repositories/firewall-routes.ts';
import { Button, EmptyState, formatNumber, LinkButton, Menu, RelativeTime, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { firewallPath } from './firewall-screens.ts';
import { FirewallTabs } from './firewall-tabs.tsx';
import { t } from './firewall-words.ts';
import { listRecordMonths, nameMonth } from './record-months.ts';
import '../scanning.css';

/** What was held back: a version, or so many of a package, of which the newest is named. */
function recordText({ package: name, version, place, versions }: FirewallRecord): string {
  if (place === 'download') return `${name} ${version}`;
  if (name === '') return t('leftOfMany', { count: versions });
  return versions > 1 ? t('leftOfOne', { name, version, count: versions - 1 }) : `${name} ${version}`;
}

function columns(): Column<FirewallRecord>[] {
  return [
    {
      id: 'package',
      title: t('package'),
      card: 'title',
      width: '24%',
      render: (record) => <span className="scan-where">{recordText(record)}</span>,
    },
    {
      id: 'outcome',
      title: t('outcome'),
      card: 'fact',
      width: '150px',
      render: ({ outcome, place }) => (
        <StatusTag kind={outcome === 'refused' ? 'bad' : 'info'}>{t(place === 'listing' ? `left_${outcome}` : `outcome_${outcome}`)}</StatusTag>
      ),
    },
    { id: 'rule', title: t('rule'), card: 'fact', render: ({ rule }) => rule },
    { id: 'repository', title: t('repository'), width: '16%', render: ({ repository }) => repository },
    { id: 'user', title: t('user'), card: 'fact', width: '14%', render: ({ user }) => user || <span className="ph-muted">{t('visitors')}</span> },
    { id: 'times', title: t('times'), width: '90px', render: ({ count }) => formatNumber(count) },
    { id: 'last', title: t('last'), card: 'fact', width: '120px', render: ({ last }) => <RelativeTime at={last} /> },
  ];
}

/** The present month stands for itself, so that an address without one goes on showing it. */
function MonthMenu({ chosen, onChoose }: { chosen: string; onChoose: (month: string) => void }) {
  const [present = '', ...before] = listRecordMonths();
  return (
    <Menu
      label={t('month')}
      entries={[
        { label: t('thisMonth'), checked: chosen === '', onSelect: () => onChoose('') },
        ...before.map((month) => ({ label: nameMonth(month), checked: chosen === month, onSelect: () => onChoose(month) })),
      ]}
    >
      {(trigger) => (
        <Button icon="clock" {...trigger}>
          {nameMonth(chosen === '' ? present : chosen)}
        </Button>
      )}
    </Menu>
  );
}

/** What rules refused in a month, or would have refused, and to whom. */
export function RecordListPage() {
  const filters = useFilters('search', 'outcome', 'month');
  const list = usePagedList(listFirewallRecords, { query: filters.asked as { outcome?: FirewallRecord['outcome']; search?: string; month?: string } });
  const choose = (outcome: string) => () => filters.change({ outcome });
  const { outcome, month } = filters.values;
  return (
    <ListPage
      id="firewall-records"
      title={t('records')}
      count={list.total}
      subtitle={t('recordsAbout')}
      above={<FirewallTabs />}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      filters={filters}
      search={t('searchRecords')}
      toolbar={
        <>
          <MonthMenu chosen={month} onChoose={(one) => filters.change({ month: one })} />
          <Menu
            label={t('outcome')}
            entries={[
              { label: t('anyOutcome'), checked: outcome === '', onSelect: choose('') },
              ...firewallOutcomes.map((one) => ({ label: t(`outcome_${one}`), checked: outcome === one, onSelect: choose(one) })),
            ]}
          >
            {(trigger) => (
              <Button icon="filter" {...trigger}>
                {outcome === '' ? t('outcome') : t(`outcome_${outcome as FirewallRecord['outcome']}`)}
              </Button>
            )}
          </Menu>
        </>
      }
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="shield" title={t('noRecords')} action={<LinkButton to={firewallPath}>{t('rules')}</LinkButton>}>
          {t('noRecordsHelp')}
        </EmptyState>
      }
    />
  );
}
