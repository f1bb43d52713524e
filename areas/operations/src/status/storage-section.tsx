import { query } from '@packhouse/console-kit/console-kit.ts';
import { type NodeStorage, storageStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { Banner, Copyable, EmptyState, formatBytes, Section } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StorageState } from './status-tag.tsx';
import { t } from './status-words.ts';

/** How the storage is for each node; undefined while that is not known, which is said nowhere (STAT-013). */
export function useStorage(): readonly NodeStorage[] | undefined {
  return useQuery({ ...query(storageStatus, {}), refetchInterval: 15_000 }).data?.nodes;
}

function Room({ kind, disk }: NodeStorage) {
  if (!disk) return kind === 's3' ? t('objectStore') : null;
  return (
    <>
      {t('roomText', { free: formatBytes(disk.free), total: formatBytes(disk.total) })}
      {disk.kept > 0 && <div className="ph-muted">{t('keptText', { kept: formatBytes(disk.kept) })}</div>}
    </>
  );
}

const columns = (): Column<NodeStorage>[] => [
  { id: 'node', title: t('node'), card: 'title', width: '20%', render: ({ node_id }) => <Copyable value={node_id} what={t('node')} /> },
  { id: 'state', title: t('status'), card: 'fact', width: '130px', render: (node) => <StorageState {...node} /> },
  { id: 'room', title: t('room'), card: 'fact', width: '240px', render: (node) => <Room {...node} /> },
  { id: 'details', title: t('details'), card: 'fact', render: ({ state, reason }) => (state === 'Unknown' ? t('noAnswer') : reason && <code>{reason}</code>) },
];

function readNames(nodes: readonly NodeStorage[], state: NodeStorage['state']): string {
  return nodes
    .filter((node) => node.state === state)
    .map(({ node_id }) => node_id)
    .join(', ');
}

/** Says across the page that uploads are refused, and what helps. */
export function StorageTrouble({ nodes }: { nodes: readonly NodeStorage[] }) {
  const full = readNames(nodes, 'Full');
  const unusable = readNames(nodes, 'Unusable');
  return (
    <>
      {full !== '' && (
        <Banner kind="bad" action={<Link to="/admin/monitoring/storage-summary">{t('makeRoom')}</Link>}>
          <strong>{t('storageFull', { nodes: full })}</strong> {t('fullHelp')}
        </Banner>
      )}
      {unusable !== '' && (
        <Banner kind="bad">
          <strong>{t('storageUnusable', { nodes: unusable })}</strong> {t('unusableHelp')}
        </Banner>
      )}
    </>
  );
}

/** Whether each node can write to the storage, and how much room there is. */
export function StorageSection({ nodes }: { nodes: readonly NodeStorage[] }) {
  return (
    <Section title={t('storage')}>
      <DataTable
        id="storage-nodes"
        label={t('storage')}
        columns={columns()}
        rows={nodes}
        rowKey={({ node_id }) => node_id}
        empty={<EmptyState icon="network" title={t('noPeers')} />}
      />
    </Section>
  );
}
