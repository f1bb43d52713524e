import { labelText, language, query } from '@packhouse/console-kit/console-kit.ts';
import { highAvailability, type ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { findTitleOfType } from '@packhouse/contract/shell/service-names.ts';
import { Button, Copyable, EmptyState, Page, RelativeTime, Section, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { NodeState } from './status-tag.tsx';
import { t } from './status-words.ts';
import { StorageSection, StorageTrouble, useStorage } from './storage-section.tsx';
import { humanizeUptime } from './uptime.ts';
import './status.css';

type Node = ServiceStatus['services'][string]['nodes'][number];
type MicroService = Node['micro_services'][number];

function uptimeText({ uptime }: Pick<MicroService, 'uptime'>): string {
  return uptime === undefined ? t('unavailable') : humanizeUptime(uptime, language());
}

/** A node has been up for as long as its oldest process. */
function getUptime({ micro_services: parts }: Node): Pick<MicroService, 'uptime'> {
  const known = parts.flatMap(({ uptime }) => (uptime === undefined ? [] : [uptime]));
  return known.length === 0 ? {} : { uptime: Math.max(...known) };
}

const lastSign = ({ micro_services: parts }: Node) =>
  parts
    .map(({ last_heartbeat }) => last_heartbeat)
    .toSorted()
    .at(-1);

const columns = (): Column<Node>[] => [
  { id: 'node', title: t('node'), card: 'title', width: '20%', render: ({ node_id }) => <Copyable value={node_id} what={t('node')} /> },
  { id: 'status', title: t('status'), card: 'fact', width: '110px', render: (node) => <NodeState {...node} /> },
  { id: 'uptime', title: t('uptime'), card: 'fact', width: '170px', render: (node) => uptimeText(getUptime(node)) },
  {
    id: 'parts',
    title: t('microServices'),
    render: ({ micro_services: parts }) => (
      <ul className="status-parts">
        {parts.map((part) => (
          <li key={part.service_id}>
            <code>{part.service_id.split('/').at(-1)}</code> <span className="ph-muted">{uptimeText(part)}</span>
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'address', title: t('address'), width: '170px', render: ({ address }) => <code>{address}</code> },
  { id: 'version', title: t('version'), width: '90px', render: ({ version }) => version },
  { id: 'heartbeat', title: t('lastHeartbeat'), width: '150px', render: (node) => <RelativeTime at={lastSign(node)} /> },
];

function Services({ services }: ServiceStatus) {
  const nodes = Object.values(services).flatMap((service) => service.nodes);
  const count = new Set(nodes.map(({ node_id }) => node_id)).size;
  const isWhole = nodes.every(({ status }) => status === 'Online');
  return (
    <>
      <p className="status-summary">
        <StatusTag kind={isWhole ? 'good' : 'warning'}>{isWhole ? t('allOnline', { count }) : t('someOffline')}</StatusTag>
      </p>
      {Object.entries(services).map(([type, service]) => (
        <Section key={type} title={labelText(findTitleOfType(type))}>
          {service.late?.map(({ follower, seconds }) => (
            <p key={follower} className="status-summary">
              <StatusTag kind="warning">{t('late', { follower, time: humanizeUptime(seconds * 1000, language()) })}</StatusTag>
            </p>
          ))}
          <DataTable
            id="service-nodes"
            label={labelText(findTitleOfType(type))}
            columns={columns()}
            rows={service.nodes}
            rowKey={({ node_id }) => node_id}
            empty={<EmptyState icon="network" title={t('noPeers')} />}
          />
        </Section>
      ))}
    </>
  );
}

/** Every service with its nodes, online or not, and since when they run. */
export function ServiceStatusPage() {
  const { data, error, refetch } = useQuery({
    ...query(highAvailability, {}),
    // Apart from what the start of the console found out, which may be old.
    queryKey: [highAvailability.name, 'now'],
    meta: { route: highAvailability, input: {} },
    refetchInterval: 10_000,
  });
  const storage = useStorage();
  const again = (
    <Button icon="refresh" onClick={() => void refetch()}>
      {t('tryAgain')}
    </Button>
  );
  return (
    <Page title={t('serviceStatus')} subtitle={t('about')}>
      {storage && <StorageTrouble nodes={storage} />}
      {error ? (
        <EmptyState icon="activity" title={t('unknown')} action={again}>
          {error.message}
        </EmptyState>
      ) : data ? (
        <Services {...data} />
      ) : (
        <Skeleton lines={8} height={24} />
      )}
      {storage && <StorageSection nodes={storage} />}
    </Page>
  );
}
