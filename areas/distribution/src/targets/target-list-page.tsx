import { mutation, notifyFailure, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import {
  createDistributionTarget,
  type DistributionTarget,
  listDistributionTargets,
  testDistributionTarget,
} from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Button, EmptyState, type MenuEntry, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminTabs } from './admin-tabs.tsx';
import { DeleteTarget } from './delete-target.tsx';
import { DeploymentTargetDrawer } from './deployment-target-drawer.tsx';
import { NewTargetDrawer } from './new-target-drawer.tsx';
import { CheckResult } from './target-check.tsx';
import { TokenTargetDrawer } from './target-drawer.tsx';
import { t } from './targets-words.ts';
import '../distribution.css';

type Open = { what: 'new' } | { what: 'edit' | 'delete'; target: DistributionTarget };

const columns = (): Column<DistributionTarget>[] => [
  { id: 'name', title: t('name'), card: 'title', width: '22%', render: ({ name }) => <b>{name}</b> },
  { id: 'url', title: t('url'), card: 'fact', render: ({ url }) => <span className="ph-mono">{url}</span> },
  { id: 'deployment', title: t('reachedBy'), card: 'fact', width: '18%', render: ({ deployment }) => deployment ?? t('token') },
  { id: 'place', title: t('place'), card: 'fact', width: '24%', render: ({ site, city, country }) => [site, city, country].filter(Boolean).join(', ') },
  { id: 'changed', title: t('changed'), width: '150px', render: ({ modifiedAt }) => <RelativeTime at={modifiedAt} /> },
];

function EditTarget(props: { target: DistributionTarget; onClose: () => void }) {
  return props.target.deployment === undefined ? <TokenTargetDrawer {...props} /> : <DeploymentTargetDrawer {...props} />;
}

/** Where release bundles can be sent. */
export function TargetListPage() {
  const list = useList(listDistributionTargets, {}, { rows: ({ items }) => items, live: ['audit.distribution-target.'] });
  const [open, setOpen] = useState<Open>();
  const refusal = useRefusal(createDistributionTarget);
  const trial = useMutation(mutation(testDistributionTarget));
  const close = () => setOpen(undefined);
  const test = ({ name }: DistributionTarget) => trial.mutate({ params: { name } }, { onError: (failure) => notifyFailure(failure, name) });
  const rowActions = (target: DistributionTarget): MenuEntry[] => [
    { label: t('test'), icon: 'network', onSelect: () => test(target) },
    { label: t('edit'), icon: 'edit', keys: 'e', onSelect: () => setOpen({ what: 'edit', target }) },
    { line: true },
    { label: t('delete'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setOpen({ what: 'delete', target }) },
  ];
  const create = (
    <Button kind="primary" icon="plus" refusal={refusal} onClick={() => setOpen({ what: 'new' })}>
      {t('newTarget')}
    </Button>
  );
  const tried = trial.data && (
    <section aria-label={trial.variables.params.name} className="dist-check">
      <b>{trial.variables.params.name}</b>
      <CheckResult check={trial.data} />
    </section>
  );
  return (
    <ListPage
      id="distribution-targets"
      title={t('targets')}
      subtitle={t('aboutTargets')}
      actions={create}
      above={
        <>
          <AdminTabs />
          {tried}
        </>
      }
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      rowActions={rowActions}
      none={
        <EmptyState icon="globe" title={t('noTargets')} action={create}>
          {t('noTargetsHelp')}
        </EmptyState>
      }
    >
      {open?.what === 'new' && <NewTargetDrawer onClose={close} />}
      {open?.what === 'edit' && <EditTarget target={open.target} onClose={close} />}
      {open?.what === 'delete' && <DeleteTarget name={open.target.name} onClose={close} />}
    </ListPage>
  );
}
