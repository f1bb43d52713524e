import { Loaded, query } from '@packhouse/console-kit/console-kit.ts';
import { type Peer, peerTracker } from '@packhouse/contract/operations/operations-status-routes.ts';
import { Copyable, EmptyState, Page, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { NodeState } from './status-tag.tsx';
import { t } from './status-words.ts';

const columns = (): Column<Peer>[] => [
  { id: 'id', title: t('node'), card: 'title', width: '40%', render: ({ id }) => <Copyable value={id} what={t('node')} /> },
  { id: 'address', title: t('address'), card: 'fact', render: ({ address }) => <code>{address}</code> },
  { id: 'status', title: t('status'), card: 'fact', width: '140px', render: (peer) => <NodeState {...peer} /> },
];

/** The nodes that share what they download. */
export function PeersPage() {
  const result = useQuery({ ...query(peerTracker, {}), refetchInterval: 10_000 });
  return (
    <Page title={t('peers')} count={result.data?.peers.length} subtitle={t('aboutPeers')}>
      <Loaded result={result} skeleton={<Skeleton lines={6} height={24} />}>
        {({ present, peers }) => (
          <>
            <p>
              <StatusTag kind={present ? 'good' : 'neutral'}>{present ? t('sharing') : t('notSharing')}</StatusTag>{' '}
              {!present && <span className="ph-muted">{t('aloneHelp')}</span>}
            </p>
            <DataTable
              id="peers"
              label={t('peers')}
              columns={columns()}
              rows={peers}
              rowKey={({ id }) => id}
              empty={<EmptyState icon="network" title={t('noPeers')} />}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
