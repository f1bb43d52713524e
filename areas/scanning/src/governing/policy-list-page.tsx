import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { deletePolicy, listPolicies, type Policy } from '@packhouse/contract/scanning/policy-routes.ts';
import { Deletion, EmptyState, LinkButton, type MenuEntry, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { editPolicyPath, newPolicyPath } from './governing-screens.ts';
import { t } from './governing-words.ts';
import { ruleText } from './rule-text.ts';
import '../scanning.css';

const newButton = () => (
  <LinkButton to={newPolicyPath} kind="primary" icon="plus">
    {t('newPolicy')}
  </LinkButton>
);

/** Asks before a policy goes. */
export function DeletePolicy({ name, onClose, onDeleted }: { name: string; onClose: () => void; onDeleted?: () => void }) {
  const work = async () => {
    await call(deletePolicy, { params: { name } });
    await refresh(listPolicies);
    onDeleted?.();
  };
  return (
    <Deletion title={t('removePolicyTitle')} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removePolicyText', { name })}</p>
    </Deletion>
  );
}

function columns(): Column<Policy>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '22%',
      render: ({ name, description }) => (
        <Link to={editPolicyPath(name)} className="ph-main-link" title={description || undefined}>
          {name}
        </Link>
      ),
    },
    { id: 'type', title: t('type'), width: '130px', render: ({ type }) => t(`is_${type}`) },
    {
      id: 'rules',
      title: t('rules'),
      card: 'fact',
      render: ({ type, rules }) => (
        <div>
          {rules.map((rule) => (
            <div key={rule.name} className="scan-where">
              {ruleText(type, rule)}
            </div>
          ))}
        </div>
      ),
    },
    {
      id: 'watches',
      title: t('usedBy'),
      card: 'fact',
      width: '20%',
      render: ({ watches }) => (watches.length > 0 ? watches.join(', ') : <span className="ph-muted">{t('usedByNone')}</span>),
    },
    { id: 'modified', title: t('modified'), width: '130px', render: ({ modified }) => <RelativeTime at={modified} /> },
  ];
}

/** What is not to be in packages, and what follows when it is. */
export function PolicyListPage() {
  const list = useList(listPolicies, {}, { rows: ({ data }) => data, live: ['policy.', 'watch.'] });
  const [removing, setRemoving] = useState<string>();
  const rowActions = ({ name }: Policy): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editPolicyPath(name), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  return (
    <ListPage
      id="policies"
      title={t('policies')}
      subtitle={t('policiesAbout')}
      actions={newButton()}
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      href={({ name }) => editPolicyPath(name)}
      rowActions={rowActions}
      none={
        <EmptyState icon="shield" title={t('noPolicies')} action={newButton()}>
          {t('noPoliciesHelp')}
        </EmptyState>
      }
    >
      {removing !== undefined && <DeletePolicy name={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
