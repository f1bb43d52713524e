import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { endFirewallException, exceptionStates, type FirewallException, listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import { Button, Deletion, EmptyState, Menu, type MenuEntry, RelativeTime, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { whatText } from './exception-text.ts';
import { FirewallTabs } from './firewall-tabs.tsx';
import { t } from './firewall-words.ts';
import '../scanning.css';

const kinds: Record<FirewallException['state'], StatusKind> = { asked: 'warning', approved: 'good', refused: 'bad', ended: 'neutral' };

function columns(): Column<FirewallException>[] {
  return [
    { id: 'what', title: t('package'), card: 'title', width: '22%', render: (exception) => <span className="scan-where">{whatText(exception)}</span> },
    {
      id: 'state',
      title: t('status'),
      card: 'fact',
      width: '120px',
      render: ({ state, note }) => (
        <span title={note || undefined}>
          <StatusTag kind={kinds[state]}>{t(`state_${state}`)}</StatusTag>
        </span>
      ),
    },
    { id: 'rule', title: t('rule'), width: '16%', render: ({ rule }) => rule },
    { id: 'reason', title: t('reason'), card: 'fact', render: ({ reason }) => <span className="scan-where">{reason}</span> },
    {
      id: 'asker',
      title: t('asker'),
      card: 'fact',
      width: '150px',
      render: ({ askedBy, askedAt }) => (
        <div>
          {askedBy} <RelativeTime at={askedAt} />
        </div>
      ),
    },
    {
      id: 'until',
      title: t('until'),
      card: 'fact',
      width: '130px',
      render: ({ state, until }) => (until ? <RelativeTime at={until} /> : state === 'approved' ? <span className="ph-muted">{t('noEnd')}</span> : null),
    },
  ];
}

function EndException({ exception, onClose }: { exception: FirewallException; onClose: () => void }) {
  const work = async () => {
    await call(endFirewallException, { params: { id: exception.id } });
    await refresh(listFirewallExceptions);
  };
  return (
    <Deletion title={t('endTitle')} action={t('end')} work={work} done={t('ended')} onClose={onClose}>
      <p>{t('endText', { what: whatText(exception) })}</p>
    </Deletion>
  );
}

/** Versions that come in in spite of a rule: what was asked for, and what was decided. */
export function ExceptionListPage() {
  const filters = useFilters('state');
  const list = usePagedList(listFirewallExceptions, { query: filters.asked as { state?: FirewallException['state'] } }, { live: ['firewall.'] });
  const [deciding, setDeciding] = useState<FirewallException>();
  const [ending, setEnding] = useState<FirewallException>();
  const { state: chosen } = filters.values;
  const choose = (state: string) => () => filters.change({ state });
  const rowActions = (exception: FirewallException): MenuEntry[] => {
    if (!exception.mayDecide) return [];
    if (exception.state === 'asked') return [{ label: t('decide'), icon: 'check', keys: 'e', onSelect: () => setDeciding(exception) }];
    return exception.state === 'approved' ? [{ label: t('end'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setEnding(exception) }] : [];
  };
  return (
    <ListPage
      id="firewall-exceptions"
      title={t('exceptions')}
      count={list.total}
      subtitle={t('exceptionsAbout')}
      above={<FirewallTabs />}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={whatText}
      rowActions={rowActions}
      filters={filters}
      toolbar={
        <Menu
          label={t('status')}
          entries={[
            { label: t('anyOutcome'), checked: chosen === '', onSelect: choose('') },
            ...exceptionStates.map((state) => ({ label: t(`state_${state}`), checked: chosen === state, onSelect: choose(state) })),
          ]}
        >
          {(trigger) => (
            <Button icon="filter" {...trigger}>
              {chosen === '' ? t('status') : t(`state_${chosen as FirewallException['state']}`)}
            </Button>
          )}
        </Menu>
      }
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="shield" title={t('noExceptions')}>
          {t('noExceptionsHelp')}
        </EmptyState>
      }
    >
      {deciding && <DecisionDialog exception={deciding} onClose={() => setDeciding(undefined)} />}
      {ending && <EndException exception={ending} onClose={() => setEnding(undefined)} />}
    </ListPage>
  );
}
