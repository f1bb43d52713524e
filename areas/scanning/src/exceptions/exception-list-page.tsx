import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { endPolicyException, listPolicyExceptions, type PolicyException, policyExceptionStates } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { Button, Deletion, EmptyState, LinkButton, Menu, type MenuEntry, RelativeTime, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { violationListPath, violationPath } from '../governing/governing-screens.ts';
import { whatText, whereText } from '../ignoring/rule-columns.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { t } from './exception-words.ts';
import '../scanning.css';

type State = PolicyException['state'];
const kinds: Record<State, StatusKind> = { asked: 'warning', approved: 'good', refused: 'bad', ended: 'neutral' };

function Until({ exception: { state, expires_at } }: { exception: PolicyException }) {
  if (expires_at)
    return (
      <>
        {state === 'asked' && `${t('wanted')} `}
        <RelativeTime at={expires_at} />
      </>
    );
  return state === 'approved' ? <span className="ph-muted">{t('noEnd')}</span> : null;
}

function columns(): Column<PolicyException>[] {
  return [
    {
      id: 'what',
      title: t('what'),
      card: 'title',
      width: '15%',
      render: (exception) => (
        <Link to={violationPath(exception.violation)} className="scan-where">
          {whatText(exception)}
        </Link>
      ),
    },
    { id: 'state', title: t('state'), card: 'fact', width: '110px', render: ({ state }) => <StatusTag kind={kinds[state]}>{t(`state_${state}`)}</StatusTag> },
    { id: 'where', title: t('where'), card: 'fact', width: '20%', render: (exception) => <span className="scan-where">{whereText(exception)}</span> },
    {
      id: 'reason',
      title: t('reason'),
      card: 'fact',
      render: ({ notes, author, created }) => (
        <>
          <span className="scan-where">{notes}</span>
          <div className="ph-muted">
            {author} <RelativeTime at={created} />
          </div>
        </>
      ),
    },
    {
      id: 'decision',
      title: t('decision'),
      card: 'fact',
      width: '14%',
      render: ({ decided_by: user, decision }) =>
        user === null ? null : <span className="scan-where">{t('decidedBy', { user, note: decision === '' ? t('noNote') : decision })}</span>,
    },
    { id: 'until', title: t('until'), card: 'fact', width: '130px', render: (exception) => <Until exception={exception} /> },
  ];
}

function EndException({ exception, onClose }: { exception: PolicyException; onClose: () => void }) {
  const work = async () => {
    await call(endPolicyException, { params: { id: exception.id } });
    await refresh(listPolicyExceptions);
  };
  return (
    <Deletion title={t('endTitle')} action={t(exception.state === 'asked' ? 'takeBack' : 'end')} work={work} done={t('ended')} onClose={onClose}>
      <p>{t('endText', { what: whatText(exception) })}</p>
    </Deletion>
  );
}

function StateMenu({ chosen, choose }: { chosen: string; choose: (state: string) => void }) {
  const entries = [
    { label: t('anyState'), checked: chosen === '', onSelect: () => choose('') },
    ...policyExceptionStates.map((state) => ({ label: t(`state_${state}`), checked: chosen === state, onSelect: () => choose(state) })),
  ];
  return (
    <Menu label={t('state')} entries={entries}>
      {(trigger) => (
        <Button icon="filter" {...trigger}>
          {chosen === '' ? t('state') : t(`state_${chosen as State}`)}
        </Button>
      )}
    </Menu>
  );
}

/** What people asked policies to let by, and what was decided. */
export function PolicyExceptionListPage() {
  const navigate = useNavigate();
  const filters = useFilters('state');
  const list = usePagedList(listPolicyExceptions, { query: filters.asked as { state?: State } }, { live: ['audit.ignore-rule.'] });
  const [deciding, setDeciding] = useState<PolicyException>();
  const [ending, setEnding] = useState<PolicyException>();
  const rowActions = (exception: PolicyException): MenuEntry[] => [
    { label: t('show'), icon: 'eye', onSelect: () => void navigate(violationPath(exception.violation)) },
    ...(exception.may_decide ? [{ label: t('decide'), icon: 'check' as const, keys: 'e', onSelect: () => setDeciding(exception) }] : []),
    ...(exception.may_end
      ? [
          {
            label: t(exception.state === 'asked' ? 'takeBack' : 'end'),
            icon: 'trash' as const,
            danger: true,
            keys: 'Del',
            onSelect: () => setEnding(exception),
          },
        ]
      : []),
  ];
  return (
    <ListPage
      id="policy-exceptions"
      title={t('exceptions')}
      count={list.total}
      subtitle={t('about')}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={whatText}
      rowActions={rowActions}
      filters={filters}
      toolbar={<StateMenu chosen={filters.values.state} choose={(state) => filters.change({ state })} />}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="eye-off" title={t('none')} action={<LinkButton to={violationListPath}>{t('violations')}</LinkButton>}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {deciding && <DecisionDialog exception={deciding} onClose={() => setDeciding(undefined)} />}
      {ending && <EndException exception={ending} onClose={() => setEnding(undefined)} />}
    </ListPage>
  );
}
