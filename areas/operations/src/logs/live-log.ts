import { type LogType, logTypes } from '@packhouse/contract/operations/operations-log-routes.ts';
import type { NodeRecord, ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';

/** A product whose logs can be read, and the nodes it runs on. */
export interface Product {
  type: LogType;
  nodes: readonly string[];
}

/** Names of the products in the choice of services. */
export const productTitles: Record<LogType, string> = {
  jfrt: 'Artifactory',
  jfmc: 'Mission Control',
  jfxr: 'Xray',
  jfds: 'Distribution',
  jfpip: 'Pipelines',
  jfisv: 'Insight',
};

/** The viewer of logs looks at this. */
export interface LiveLog {
  products: readonly Product[];
  nodes: readonly string[];
  product: LogType;
  /** Empty while none is chosen. */
  node: string;
  file: string;
  /** This is known of all nodes; undefined until it was asked, false when it cannot be had. */
  status: ServiceStatus | false | undefined;
  /** Nobody has chosen another service yet while it is `initial`. */
  serviceChanged: 'initial' | 'changed';
}

export const initialLog: LiveLog = { products: [], nodes: [], product: 'jfrt', node: '', file: '', status: undefined, serviceChanged: 'initial' };

export type LogAction =
  | { type: 'known'; status: ServiceStatus | false; records: readonly NodeRecord[] }
  | { type: 'serviceChanged' }
  | { type: 'product'; product: LogType }
  | { type: 'node'; node: string }
  | { type: 'file'; file: string }
  | { type: 'reset' };

/** The nodes that are online, by type of service. */
export function onlineNodeIds({ services }: ServiceStatus): Record<string, string[]> {
  const online = Object.entries(services).map(
    ([type, { nodes }]) => [type, nodes.filter(({ status }) => status === 'Online').map(({ node_id }) => node_id)] as const,
  );
  return Object.fromEntries(online);
}

/** Products that are well, with their nodes: from what is known of all nodes, or else from the single records. */
export function healthyProducts(status: ServiceStatus | false, records: readonly NodeRecord[]): Product[] {
  const healthy = records.filter(({ state }) => state === 'HEALTHY');
  const byType: Record<string, string[] | undefined> = status
    ? onlineNodeIds(status)
    : Object.fromEntries(logTypes.map((type) => [type, healthy.filter(({ service_id }) => service_id.split('@')[0] === type).map(({ node_id }) => node_id)]));
  return logTypes.flatMap((type) => {
    const nodes = byType[type] ?? [];
    return nodes.length > 0 ? [{ type, nodes }] : [];
  });
}

const findNodes = (products: readonly Product[], product: LogType) => products.find(({ type }) => type === product)?.nodes ?? [];

/** Tells what the viewer looks at after something was found out or chosen. */
export function liveLog(state: LiveLog, action: LogAction): LiveLog {
  if (action.type === 'reset') return initialLog;
  if (action.type === 'serviceChanged') return { ...state, serviceChanged: 'changed' };
  if (action.type === 'node') return { ...state, node: action.node, file: '' };
  if (action.type === 'file') return { ...state, file: action.file };
  if (action.type === 'product') {
    if (state.serviceChanged === 'initial') return state;
    const nodes = findNodes(state.products, action.product);
    return { ...state, product: action.product, nodes, node: nodes[0] ?? '', file: '' };
  }
  const products = healthyProducts(action.status, action.records);
  const nodes = findNodes(products, state.product);
  return { ...state, status: action.status, products, nodes, node: state.node || (nodes[0] ?? '') };
}

/** One second of the countdown: at -1 it is time to ask again, and it starts over. */
export function countDown(left: number, from: number): { left: number; isDue: boolean } {
  return left - 1 < 0 ? { left: from, isDue: true } : { left: left - 1, isDue: false };
}
