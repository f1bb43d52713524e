import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { listUnits, type Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { EmptyState, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { DeploymentState } from './deployment-state.tsx';
import { t } from './topology-words.ts';

const columns = (): Column<Unit>[] => [
  {
    id: 'name',
    title: t('deployment'),
    card: 'title',
    render: ({ name, home }) => (
      <>
        {name} {home && <Tag>{t('home')}</Tag>}
      </>
    ),
  },
  { id: 'status', title: t('status'), card: 'fact', width: '180px', render: ({ status }) => <DeploymentState status={status} /> },
  { id: 'since', title: t('since'), card: 'fact', width: '180px', render: ({ since }) => <RelativeTime at={since} /> },
];

/** The platform deployments that are known here. */
export function TopologyPage() {
  const list = useList(listUnits, {}, { rows: ({ items }) => items, live: ['mission-control.deployment.'] });
  return (
    <ListPage
      id="deployments"
      title={t('topology')}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      none={<EmptyState icon="network" title={t('none')} />}
    />
  );
}
