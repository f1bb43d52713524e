import type { ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { findTitleOfType } from '@packhouse/contract/shell/service-names.ts';

type Node = ServiceStatus['services'][string]['nodes'][number];

/** How a service is on one node; it has been up for as long as its oldest process. */
export interface ServiceNode {
  node_id: string;
  status: Node['status'];
  uptime: number | undefined;
}

/** One service, on all nodes. */
export interface ServiceRow {
  type: string;
  title: { en: string; de: string };
  nodes: readonly ServiceNode[];
  late: readonly { follower: string; seconds: number }[];
}

/** One node, with all of its services. */
export interface WholeNode extends ServiceNode {
  address: string;
  version: string;
  lastSign: string | undefined;
  /** Its processes. */
  parts: readonly { name: string; uptime: number | undefined }[];
}

const getUptime = ({ micro_services: parts }: Node) => {
  const known = parts.flatMap(({ uptime }) => (uptime === undefined ? [] : [uptime]));
  return known.length === 0 ? undefined : Math.max(...known);
};

const getTrouble = ({ nodes, late }: ServiceRow) => nodes.filter(({ status }) => status === 'Offline').length * 2 + (late.length > 0 ? 1 : 0);

/** The services, those with trouble first. */
export function listServices({ services }: ServiceStatus): ServiceRow[] {
  return Object.entries(services)
    .map(([type, { nodes, late = [] }]) => ({
      type,
      title: findTitleOfType(type),
      nodes: nodes.map((node) => ({ node_id: node.node_id, status: node.status, uptime: getUptime(node) })),
      late,
    }))
    .sort((one, other) => getTrouble(other) - getTrouble(one));
}

/** One node from what its services say of it. */
function joinNode(node_id: string, services: readonly Node[]): WholeNode {
  const [first] = services;
  const parts = new Map<string, number | undefined>();
  for (const { micro_services } of services) for (const { service_id, uptime } of micro_services) parts.set(service_id.split('/').at(-1) ?? service_id, uptime);
  const uptimes = services.flatMap((one) => getUptime(one) ?? []);
  return {
    node_id,
    status: services.every(({ status }) => status === 'Online') ? 'Online' : 'Offline',
    uptime: uptimes.length === 0 ? undefined : Math.max(...uptimes),
    address: first?.address ?? '',
    version: first?.version ?? '',
    lastSign: services
      .flatMap((one) => one.micro_services.map(({ last_heartbeat }) => last_heartbeat))
      .toSorted()
      .at(-1),
    parts: [...parts].map(([name, uptime]) => ({ name, uptime })),
  };
}

/** The nodes, those that are away first. */
export function readNodes({ services }: ServiceStatus): WholeNode[] {
  const byNode = Map.groupBy(
    Object.values(services).flatMap(({ nodes }) => nodes),
    ({ node_id }) => node_id,
  );
  return [...byNode]
    .map(([id, list]) => joinNode(id, list))
    .sort((one, other) => Number(one.status === 'Online') - Number(other.status === 'Online') || one.node_id.localeCompare(other.node_id));
}
