import type { NodeRecord, Peer, ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { getServiceType, getWireName } from '@packhouse/contract/shell/service-names.ts';
import type { FollowerLag } from '@packhouse/kernel/events/followers.ts';
import type { KnownProcess } from './process-queries.ts';

/** One node with the processes that count: those that live, or, when none does, the last ones. */
export interface KnownNode {
  id: string;
  online: boolean;
  address: string;
  version: string;
  processes: readonly KnownProcess[];
}

/** The nodes behind the processes. */
export function findNodes(processes: readonly KnownProcess[]): KnownNode[] {
  const byNode = Map.groupBy(processes, ({ node_id }) => node_id);
  return [...byNode].map(([id, all]) => {
    const alive = all.filter((one) => one.alive);
    const counted = alive.length > 0 ? alive : all;
    const { address, version } = counted.findLast(({ kind }) => kind === 'http') ?? counted.at(-1)!;
    return { id, online: alive.length > 0, address, version, processes: counted };
  });
}

const getState = ({ online }: KnownNode) => (online ? ('Online' as const) : ('Offline' as const));

/** Seconds after which it shows that events are not taken up. */
const mostLag = 600;

/** Every service by its type, with its nodes and their processes, and what it does too late. */
export function makeServiceStatus(nodes: readonly KnownNode[], lags: readonly FollowerLag[] = []): ServiceStatus {
  const services: ServiceStatus['services'] = {};
  for (const node of nodes)
    for (const type of new Set(node.processes.flatMap((one) => one.services.map(getServiceType)))) {
      const running = node.processes.filter((one) => one.services.some((name) => getServiceType(name) === type));
      services[type] ??= { nodes: [] };
      services[type].nodes.push({
        node_id: node.id,
        status: getState(node),
        address: node.address,
        version: node.version,
        micro_services: running.map((one) => ({
          service_id: `${type}@${node.id}/${one.kind}-${one.pid}`,
          last_heartbeat: one.heartbeat_at.toISOString(),
          ...(one.alive ? { uptime: one.uptime } : {}),
        })),
      });
    }
  for (const { name, seconds } of lags) {
    // The name of a follower begins with that of its service.
    const service = services[getServiceType(getWireName(name.slice(0, name.indexOf('.'))))];
    if (service && seconds > mostLag) service.late = [...(service.late ?? []), { follower: name, seconds: Math.floor(seconds) }];
  }
  return { services };
}

export function getRecords(nodes: readonly KnownNode[]): NodeRecord[] {
  return Object.entries(makeServiceStatus(nodes).services).flatMap(([type, service]) =>
    service.nodes.map(({ node_id, status }) => ({
      service_id: `${type}@${node_id}`,
      state: status === 'Online' ? ('HEALTHY' as const) : ('UNHEALTHY' as const),
      node_id,
    })),
  );
}

/** Nodes share what they fetch from upstreams as soon as there are two of them. */
export function makePeers(nodes: readonly KnownNode[]): { present: boolean; peers: Peer[] } {
  const peers = nodes.map((node) => ({ id: node.id, address: node.address, status: getState(node) }));
  return { present: peers.filter(({ status }) => status === 'Online').length > 1, peers };
}
