import { labelText, language, query } from '@packhouse/console-kit/console-kit.ts';
import { logTypes } from '@packhouse/contract/operations/operations-log-routes.ts';
import { highAvailability, type ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { Banner, Button, Copyable, EmptyState, Page, RelativeTime, Section, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listServices, readNodes, type ServiceNode, type ServiceRow, type WholeNode } from './service-rows.ts';
import { NodeState } from './status-tag.tsx';
import { t } from './status-words.ts';
import { StorageSection, StorageTrouble, useStorage } from './storage-section.tsx';
import { humanizeUptime } from './uptime.ts';
import './status.css';

function uptimeText(uptime: number | undefined): string {
  return uptime === undefined ? t('unavailable') : humanizeUptime(uptime, language());
}

/** How a service is on one node. */
function Cell({ node }: { node: ServiceNode | undefined }) {
  if (!node) return <span className="ph-muted">{t('notHere')}</span>;
  return (
    <>
      <NodeState status={node.status} />
      <div className="ph-muted">{uptimeText(node.uptime)}</div>
    </>
  );
}

function Summary({ nodes, late }: ServiceRow) {
  const off = nodes.filter(({ status }) => status === 'Offline').length;
  return (
    <span className="status-state">
      {off > 0 && <StatusTag kind="bad">{t('offlineOf', { off, count: nodes.length })}</StatusTag>}
      {late.length > 0 && <StatusTag kind="warning">{t('behind')}</StatusTag>}
      {off === 0 && late.length === 0 && <StatusTag kind="good">{t('good')}</StatusTag>}
    </span>
  );
}

/** With more nodes than this, the table has as many columns as fit. */
const fewNodes = 2;

const purposes = { jfrt: true, jfac: true, jfxr: true, jfds: true, jfmc: true, jfpip: true, jfisv: true, jfevt: true } as const;
const hasPurpose = (type: string): type is keyof typeof purposes => type in purposes;
const hasLogs = (type: string) => (logTypes as readonly string[]).includes(type);

/** What people miss while a service is away, and where it says what it does. */
const toldColumns = (): Column<ServiceRow>[] => [
  { id: 'purpose', title: t('purpose'), render: ({ type }) => <span className="ph-muted">{hasPurpose(type) && t(`does_${type}`)}</span> },
  {
    id: 'logs',
    title: t('logs'),
    width: '110px',
    render: ({ type, title }) =>
      hasLogs(type) && (
        <Link className="status-logs" to={`/admin/monitoring/system_logs?service=${type}`} aria-label={t('logsOf', { service: labelText(title) })}>
          {t('logs')}
        </Link>
      ),
  },
];

const serviceColumns = (nodes: readonly WholeNode[]): Column<ServiceRow>[] => [
  {
    id: 'service',
    title: t('service'),
    card: 'title',
    width: nodes.length > fewNodes ? '24%' : '200px',
    render: ({ title }) => <strong>{labelText(title)}</strong>,
  },
  { id: 'state', title: t('status'), card: 'fact', width: '190px', render: (row) => <Summary {...row} /> },
  ...nodes.map(
    ({ node_id }): Column<ServiceRow> => ({
      id: `on ${node_id}`,
      title: node_id,
      card: 'fact',
      ...(nodes.length > fewNodes ? {} : { width: '190px' }),
      render: (row) => <Cell node={row.nodes.find((one) => one.node_id === node_id)} />,
    }),
  ),
  ...(nodes.length > fewNodes ? [] : toldColumns()),
];

const nodeColumns = (): Column<WholeNode>[] => [
  { id: 'node', title: t('node'), card: 'title', width: '20%', render: ({ node_id }) => <Copyable value={node_id} what={t('node')} /> },
  { id: 'status', title: t('status'), card: 'fact', width: '110px', render: (node) => <NodeState {...node} /> },
  { id: 'uptime', title: t('uptime'), card: 'fact', width: '170px', render: ({ uptime }) => uptimeText(uptime) },
  {
    id: 'parts',
    title: t('microServices'),
    render: ({ parts }) => (
      <ul className="status-parts">
        {parts.map(({ name, uptime }) => (
          <li key={name}>
            <code>{name}</code> <span className="ph-muted">{uptimeText(uptime)}</span>
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'address', title: t('address'), width: '170px', render: ({ address }) => <code>{address}</code> },
  { id: 'version', title: t('version'), width: '90px', render: ({ version }) => version },
  { id: 'heartbeat', title: t('lastHeartbeat'), width: '150px', render: ({ lastSign }) => <RelativeTime at={lastSign} /> },
];

/** Says first what is wrong: which nodes are away, and which services are behind. */
function Trouble({ rows, nodes }: { rows: readonly ServiceRow[]; nodes: readonly WholeNode[] }) {
  const away = nodes.filter(({ status }) => status === 'Offline');
  const late = rows.flatMap(({ title, late: followers }) => followers.map((one) => ({ title, ...one })));
  return (
    <>
      {away.length > 0 && (
        <Banner kind="bad">
          <strong>{t('someOffline')}</strong> {t('away', { nodes: away.map(({ node_id }) => node_id).join(', ') })}
        </Banner>
      )}
      {late.map(({ title, follower, seconds }) => (
        <Banner key={follower} kind="warning">
          <strong>{labelText(title)}</strong> {t('late', { follower, time: humanizeUptime(seconds * 1000, language()) })}
        </Banner>
      ))}
    </>
  );
}

function Services({ status }: { status: ServiceStatus }) {
  const rows = listServices(status);
  const nodes = readNodes(status);
  const isWhole = nodes.every((node) => node.status === 'Online');
  return (
    <>
      <Trouble rows={rows} nodes={nodes} />
      <Section title={t('services')} actions={isWhole && <StatusTag kind="good">{t('allOnline', { count: nodes.length })}</StatusTag>}>
        <DataTable
          id="services-on-nodes"
          label={t('services')}
          columns={serviceColumns(nodes)}
          rows={rows}
          rowKey={({ type }) => type}
          empty={<EmptyState icon="network" title={t('noPeers')} />}
        />
      </Section>
      <Section title={t('nodes')}>
        <DataTable
          id="service-nodes"
          label={t('nodes')}
          columns={nodeColumns()}
          rows={nodes}
          rowKey={({ node_id }) => node_id}
          empty={<EmptyState icon="network" title={t('noPeers')} />}
        />
      </Section>
    </>
  );
}

/** Every service on every node, online or not, what is wrong first. */
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
        <Services status={data} />
      ) : (
        <Skeleton lines={8} height={24} />
      )}
      {storage && <StorageSection nodes={storage} />}
    </Page>
  );
}
