import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessService } from '@packhouse/access-service/service.ts';
import { createPairingToken, listTrustedDeployments, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { largestBeacon, reportBeacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import {
  createCompatibleDeployment,
  deleteCompatibleDeployment,
  listCompatibleDeployments,
  readCompatibleDeployment,
  updateCompatibleDeployment,
} from '@packhouse/contract/mission-control/compatible-deployment-routes.ts';
import * as contract from '@packhouse/contract/mission-control/unit-routes.ts';
import { readUsage } from '@packhouse/contract/mission-control/usage-routes.ts';
import { nodeStatus, removeConsoleTopologyNode, removeTopologyNode } from '@packhouse/contract/operations/operations-status-routes.ts';
import { missionControlService } from '@packhouse/mission-control-service/service.ts';
import { operationsService } from '@packhouse/operations-service/service.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const services = [accessService, missionControlService, operationsService];
const start = (nodeId: string) => startTestPlatform({ services, jobs: false, config: { nodeId, services: ['access', 'mission-control'] } });

let control: TestPlatform;
let edge: TestPlatform;
let edgeId: string;
beforeAll(async () => {
  // What a deployment says of itself is as old as ten seconds: they pass when a test says so.
  vi.useFakeTimers({ toFake: ['performance'] });
  [control, edge] = await Promise.all([start('one'), start('edge')]);
});
afterAll(async () => {
  await Promise.all([control.stop(), edge.stop()]);
  vi.useRealTimers();
});
const letTimePass = () => vi.advanceTimersByTime(60_000);

const readUnits = () => control.call(contract.listUnits, {});
const ask = (id: string) => control.call(contract.askUnit, { params: { id } });
async function askTimes(id: string, times: number): Promise<contract.Unit> {
  for (let at = 1; at < times; at++) await ask(id);
  return ask(id);
}

it('TOPO-020 registers another deployment by its pairing token, and knows at once how it is', async () => {
  const { token } = await edge.call(createPairingToken, { body: { purposes: ['mission-control'] } });
  const location = { city: 'Sydney', country: 'AU', latitude: -33.87, longitude: 151.21 };
  const unit = await control.call(contract.registerUnit, { body: { token, name: 'Sydney', location, tags: ['edge'] } });
  expect(unit).toMatchObject({ name: 'Sydney', home: false, status: 'ONLINE', url: edge.baseUrl, location, tags: ['edge'], version: '0.0.0-test' });
  edgeId = unit.id;
  const { items, connections } = await readUnits();
  expect(items.map(({ home, status }) => [home, status])).toEqual([
    [true, 'ONLINE'],
    [false, 'ONLINE'],
  ]);
  expect(connections.map(({ kind, status, target }) => [kind, status, target])).toEqual([
    ['REPLICATION', 'Not Configured', edgeId],
    ['FEDERATION', 'Not Configured', edgeId],
  ]);
  // The same token does not pair twice.
  await expect(control.call(contract.registerUnit, { body: { token } })).rejects.toMatchObject({ status: expect.any(Number) });
});

it('LIC-049 is partly there while no node runs one of its services', async () => {
  const other = await startTestPlatform({ services, joins: edge, jobs: false, config: { nodeId: 'two', services: ['access', 'scanning'] } });
  await other.stop();
  letTimePass();
  expect(await ask(edgeId)).toMatchObject({ status: 'ONLINE', pending: { status: 'PARTIAL', answers: 1, needed: 3 } });
  expect(await askTimes(edgeId, 2)).toMatchObject({
    status: 'PARTIAL',
    reason: { message: 'Some services are offline' },
    missing: ['jfxr'],
    takesLicences: true,
  });
});

it('TOPO-013 forgets a node of the topology that is offline, never one that is online', async () => {
  expect(removeTopologyNode.url).toBe('/access/api/v1/topology/:service_id/:node_id');
  expect(removeConsoleTopologyNode.url).toBe('/ui/api/v1/access/api/v1/topology/:service_id/:node_id');
  const remove = (service_id: string, node_id: string) => edge.call(removeTopologyNode, { params: { service_id, node_id } });
  await expect(remove('jfac@edge', 'edge')).rejects.toMatchObject({ status: 409 });
  await expect(remove('jfxr@nobody', 'nobody')).rejects.toMatchObject({ status: 404 });
  await expect(remove('jfds@two', 'two')).rejects.toMatchObject({ status: 404 });
  await remove('jfxr@two', 'two');
  expect((await edge.call(nodeStatus, {})).map(({ node_id }) => node_id)).not.toContain('two');
  letTimePass();
  expect(await askTimes(edgeId, 2)).toMatchObject({ status: 'ONLINE', missing: [] });
  await expect(edge.call(removeConsoleTopologyNode, { params: { service_id: 'jfxr', node_id: 'two' } })).rejects.toMatchObject({ status: 404 });
});

it('is told nothing by a deployment that does not accept being watched', async () => {
  const { items } = await edge.call(listTrustedDeployments, {});
  const { id, name, url, allowPrivate, accepts } = items[0]!;
  const accept = (watching: boolean) =>
    edge.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts: { ...accepts, watching } } });
  await accept(false);
  expect(await askTimes(edgeId, 3)).toMatchObject({ status: 'UNAUTHORIZED', reason: { reason: 'deployment_not_watched' } });
  await accept(true);
  expect(await askTimes(edgeId, 2)).toMatchObject({ status: 'ONLINE' });
});

it('takes what an edge reports of itself, and nothing that is of another', async () => {
  const home = (await edge.call(contract.listUnits, {})).items[0]!;
  const beacon = {
    id: home.id,
    name: 'Edge',
    url: '',
    version: '9.9.9',
    // Its clock is an hour ahead.
    at: new Date(Date.now() + 3_600_000).toISOString(),
    services: [],
    storage: { writable: true, used: null, total: null, free: null },
    licences: [],
    copying: [],
    federation: [],
    eventsLag: 0,
    counts: {},
  };
  const controlId = (await readUnits()).items[0]!.id;
  const report = (json: unknown) => edge.peers.trust!.call(controlId, { method: 'POST', path: reportBeacon.url, json });
  expect((await report(beacon)).status).toBe(200);
  expect((await readUnits()).items[1]).toMatchObject({ version: '9.9.9', reports: true, clocks: { offsetMs: expect.closeTo(3_600_000, -5) as number } });
  await ask(edgeId);
  expect((await readUnits()).items[1]).toMatchObject({ version: '0.0.0-test' });
  expect((await readUnits()).items[1]?.clocks).toBeUndefined();
  expect((await report({ ...beacon, id: controlId })).status).toBe(403);
  expect((await report({ ...beacon, services: 'all' })).status).toBe(400);
  const tooLarge = await report({ ...beacon, name: 'x'.repeat(largestBeacon) });
  expect([tooLarge.status, JSON.parse(tooLarge.text).errors[0]]).toMatchObject([413, { reason: 'body_larger_than', values: { bytes: largestBeacon } }]);
  expect((await fetch(`${control.baseUrl}${reportBeacon.url}`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(
    401,
  );
  expect((await fetch(`${control.baseUrl}${reportBeacon.url}`, { headers: control.headersOf('admin') })).status).toBe(401);
});

it('tells existing clients of deployments, and lets them change what people say of one', async () => {
  const params = { id: edgeId };
  const [local, other] = await control.call(listCompatibleDeployments, {});
  expect([local!.local, other!.local]).toEqual([true, false]);
  expect(other).toMatchObject({
    id: edgeId,
    name: 'Sydney',
    base_url: edge.baseUrl,
    status: { code: 'ONLINE' },
    location: { city_name: 'Sydney', country_code: 'AU' },
  });
  const location = { city_name: 'Perth', country_code: 'AU', latitude: -31.95, longitude: 115.86 };
  expect(await control.call(updateCompatibleDeployment, { params, body: { name: 'Perth', location, tags: ['west'] } })).toMatchObject({
    name: 'Perth',
    location,
    tags: ['west'],
  });
  expect(await control.call(readCompatibleDeployment, { params })).toMatchObject({ name: 'Perth' });
  await expect(control.call(updateCompatibleDeployment, { params, body: { name: 'a/b' } })).rejects.toMatchObject({ code: 'invalid_input' });
  await control.call(updateCompatibleDeployment, { params, body: { name: 'Sydney' } });
});

it('answers that nobody counts usage where insight does not run', async () => {
  expect(readUsage.url).toBe('/ui/api/v1/mc/api/ui/v1/usage');
  await expect(control.call(readUsage, { query: { limit: 5 } })).rejects.toMatchObject({ code: 'unavailable' });
});

it('is refused once the other side has ended trust, and comes back with a new token', async () => {
  await edge.peers.trust!.revoke((await readUnits()).items[0]!.id, { actor: 'admin', address: '::1' });
  const refused = await askTimes(edgeId, 3);
  expect(refused).toMatchObject({ status: 'UNAUTHORIZED', takesLicences: false });
  expect(refused.reason?.message).toBeDefined();
  const { token } = await edge.call(createPairingToken, { body: { purposes: ['mission-control'] } });
  expect(await control.call(createCompatibleDeployment, { body: { token, name: 'Sydney' } })).toMatchObject({ id: edgeId, name: 'Sydney' });
  expect(await askTimes(edgeId, 2)).toMatchObject({ status: 'ONLINE' });
});

it('finds a deployment offline when three looks in a row meet nobody, and lets it go', async () => {
  const third = await start('third');
  const { b } = await pairPlatforms(control, third, ['mission-control']);
  expect((await control.call(contract.listUnitCandidates, {})).items).toMatchObject([{ id: b }]);
  await expect(control.call(contract.registerUnit, { body: { peer: b, name: 'Sydney' } })).rejects.toMatchObject({ code: 'already_exists' });
  await control.call(contract.registerUnit, { body: { peer: b, name: 'Third' } });
  await third.stop();
  expect((await askTimes(b, 2)).status).toBe('ONLINE');
  expect(await ask(b)).toMatchObject({ status: 'OFFLINE', takesLicences: false });
  const { items } = await control.call(contract.listStatusChanges, { params: { id: b } });
  expect(items.map(({ status }) => status)).toEqual(['OFFLINE', 'ONLINE']);
  expect(await control.peers.deployments?.find(b)).toMatchObject({ name: 'Third', status: 'OFFLINE' });
  await control.call(deleteCompatibleDeployment, { params: { id: b } });
  await expect(control.call(contract.removeUnit, { params: { id: b } })).rejects.toMatchObject({ status: 404 });
  expect((await readUnits()).items.map(({ id }) => id)).not.toContain(b);
  expect(await control.peers.trust?.find(b)).toBeUndefined();
});

/** A single instance, which becomes a part of the platform at `upgraded`. */
async function startInstance() {
  const state = { upgraded: false };
  const server = createServer((asked, answer) => {
    const isPing = asked.url === '/artifactory/api/system/ping';
    const isUser = asked.headers.authorization === `Basic ${Buffer.from('watcher:secret').toString('base64')}`;
    if (!state.upgraded) return void answer.writeHead(isPing ? (isUser ? 200 : 401) : 404).end();
    const there = request(`${edge.baseUrl}${asked.url}`, { headers: asked.headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(answer);
    });
    there.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { state, url: `http://127.0.0.1:${port}/artifactory`, stop: () => server.close() };
}

it('LIC-050 watches a single instance by user name and password, and says when it was upgraded to a platform deployment', async () => {
  const instance = await startInstance();
  const given = { url: instance.url, userName: 'watcher', password: 'secret', allowPrivate: true };
  await expect(control.call(contract.registerUnit, { body: { ...given, password: '' } })).rejects.toMatchObject({ status: 400 });
  const unit = await control.call(contract.registerUnit, { body: { ...given, name: 'Old' } });
  expect(unit).toMatchObject({ name: 'Old', single: true, status: 'ONLINE', takesLicences: false });
  expect(JSON.stringify(await readUnits())).not.toContain('secret');
  instance.state.upgraded = true;
  const message = 'This Artifactory instance has been upgraded to a JFrog Platform Deployment. Please update the connection details';
  expect(await askTimes(unit.id, 3)).toMatchObject({ status: 'UNAVAILABLE', reason: { message, values: { provider: 'JFrog' } } });
  const compatible = await control.call(readCompatibleDeployment, { params: { id: unit.id } });
  expect(compatible.status).toEqual({ code: 'UNAVAILABLE', message, warnings: [message] });
  await control.call(contract.removeUnit, { params: { id: unit.id } });
  const other = await control
    .call(createCompatibleDeployment, { body: { name: 'Older', url: instance.url, username: 'nobody', password: 'wrong' } })
    .catch((error: unknown) => error);
  expect(other).toMatchObject({ name: 'Older', status: { code: 'OFFLINE' } });
  await control.call(contract.removeUnit, { params: { id: (other as { id: string }).id } });
  instance.stop();
});
