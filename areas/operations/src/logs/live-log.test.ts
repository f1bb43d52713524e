import type { ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { expect, it } from 'vitest';
import { countDown, healthyProducts, initialLog, type LogAction, liveLog, onlineNodeIds, productTitles } from './live-log.ts';

const node = (node_id: string, status: 'Online' | 'Offline') => ({ node_id, status, address: '', version: '1', micro_services: [] });
const status: ServiceStatus = {
  services: {
    jfrt: { nodes: [node('one', 'Online'), node('two', 'Offline')] },
    jfxr: { nodes: [node('two', 'Offline')] },
    jfac: { nodes: [node('one', 'Online')] },
  },
};
const after = (...actions: LogAction[]) => actions.reduce(liveLog, initialLog);
const known: LogAction = { type: 'known', status, records: [] };

it('STAT-008 keeps the nodes that are online, by service', () => {
  expect(onlineNodeIds(status)).toEqual({ jfrt: ['one'], jfxr: [], jfac: ['one'] });
});

it('LOG-016 reduces what is known to healthy products with their nodes', () => {
  expect(healthyProducts(status, [])).toEqual([{ type: 'jfrt', nodes: ['one'] }]);
  const records = [
    { service_id: 'jfrt@one', state: 'HEALTHY' as const, node_id: 'one' },
    { service_id: 'jfrt@two', state: 'UNHEALTHY' as const, node_id: 'two' },
    { service_id: 'jfxr@two', state: 'HEALTHY' as const, node_id: 'two' },
  ];
  expect(healthyProducts(false, records)).toEqual([
    { type: 'jfrt', nodes: ['one'] },
    { type: 'jfxr', nodes: ['two'] },
  ]);
});

it('LOG-008 LOG-012 LOG-014 starts with Artifactory and nothing chosen', () => {
  expect(productTitles[initialLog.product]).toBe('Artifactory');
  expect(initialLog).toEqual({ products: [], nodes: [], product: 'jfrt', node: '', file: '', status: undefined, serviceChanged: 'initial' });
  expect(after(known)).toMatchObject({ products: [{ type: 'jfrt' }], nodes: ['one'], node: 'one', status });
});

it('LOG-013 changes the product only once somebody has changed the service', () => {
  expect(after(known, { type: 'product', product: 'jfxr' }).product).toBe('jfrt');
  expect(after(known, { type: 'serviceChanged' }, { type: 'product', product: 'jfxr' })).toMatchObject({
    product: 'jfxr',
    node: '',
    file: '',
    serviceChanged: 'changed',
  });
});

it('LOG-015 goes back to Artifactory and forgets node, file, products and nodes on reset', () => {
  const chosen = after(known, { type: 'serviceChanged' }, { type: 'product', product: 'jfxr' }, { type: 'node', node: 'two' }, { type: 'file', file: 'a.log' });
  expect(chosen).toMatchObject({ product: 'jfxr', node: 'two', file: 'a.log' });
  expect(liveLog(chosen, { type: 'reset' })).toEqual(initialLog);
});

it('LOG-017 counts down by one a second, and asks again below zero', () => {
  expect(countDown(10, 10)).toEqual({ left: 9, isDue: false });
  expect(countDown(1, 10)).toEqual({ left: 0, isDue: false });
  expect(countDown(0, 10)).toEqual({ left: 10, isDue: true });
});
