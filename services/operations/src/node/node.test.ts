import { highAvailability, nodeStatus, peerTracker } from '@packhouse/contract/operations/operations-status-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operationsService } from '../service.ts';

let first: TestPlatform;
const others: TestPlatform[] = [];
/** It follows events that nobody gives it here, as jobs run nowhere. */
const follower = defineService({
  name: 'repositories',
  wireName: 'artifactory',
  migrations: {},
  async start(_, { followers, databaseUrl }) {
    const db = openDatabase<Record<string, never>>(databaseUrl, 'kernel', { connections: 1 });
    for (const name of ['repositories.late', 'repositories.timely']) followers.register({ name, types: ['kept'], db, take: async () => undefined });
    return { stop: () => db.destroy() };
  },
});
const services = [operationsService, follower];

beforeAll(async () => {
  first = await startTestPlatform({ services, jobs: false, config: { nodeId: 'one', services: ['access', 'repositories'] }, actors: { ann: {} } });
});
afterAll(async () => {
  for (const one of others) await one.stop();
  await first.stop();
});

async function change(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: first.databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
const readStates = async () => (await first.call(highAvailability, {})).services.jfrt!.nodes.map(({ node_id, status }) => [node_id, status]);

it('STAT-003 STAT-004 STAT-005 STAT-011 answers services by type with their nodes and processes', async () => {
  const { services: known } = await first.call(highAvailability, {});
  expect(Object.keys(known).toSorted()).toEqual(['jfac', 'jfrt']);
  const process = { service_id: expect.stringMatching(/^jfrt@one\/main-\d+$/), last_heartbeat: expect.any(String), uptime: expect.any(Number) };
  expect(known.jfrt!.nodes).toEqual([{ node_id: 'one', status: 'Online', address: expect.any(String), version: '0.0.0-test', micro_services: [process] }]);
});

it('STAT-007 STAT-006 STAT-012 SCALE-001 knows the nodes of one database, and that one of them was stopped or has fallen silent', async () => {
  const second = await startTestPlatform({ services, jobs: false, config: { nodeId: 'two', services: ['access', 'repositories'] }, joins: first });
  expect(await readStates()).toEqual([
    ['one', 'Online'],
    ['two', 'Online'],
  ]);
  expect(await second.call(highAvailability, {})).toMatchObject({ services: { jfac: { nodes: [{ node_id: 'one' }, { node_id: 'two' }] } } });
  await second.stop();
  expect(await readStates()).toEqual([
    ['one', 'Online'],
    ['two', 'Offline'],
  ]);
  const [, stopped] = (await first.call(highAvailability, {})).services.jfrt!.nodes;
  expect(stopped!.micro_services[0]).not.toHaveProperty('uptime');
  expect(await first.call(nodeStatus, {})).toContainEqual({ service_id: 'jfrt@one', state: 'HEALTHY', node_id: 'one' });
  expect(await first.call(nodeStatus, {})).toContainEqual({ service_id: 'jfrt@two', state: 'UNHEALTHY', node_id: 'two' });

  others.push(await startTestPlatform({ services, jobs: false, config: { nodeId: 'two', services: ['access', 'repositories'] }, joins: first }));
  expect(await readStates()).toContainEqual(['two', 'Online']);
  await change("update operations.process set heartbeat_at = now() - interval '40 seconds' where node_id = 'two'");
  expect(await readStates()).toContainEqual(['two', 'Offline']);
});

it('STAT-002 SHELL-034 lists the nodes that share downloads, and says whether there are several', async () => {
  await change("update operations.process set heartbeat_at = now() where node_id = 'two'");
  const both = await first.call(peerTracker, {});
  expect(both).toEqual({
    present: true,
    peers: [
      { id: 'one', address: expect.any(String), status: 'Online' },
      { id: 'two', address: expect.any(String), status: 'Online' },
    ],
  });
  await change("update operations.process set heartbeat_at = now() - interval '40 seconds' where node_id = 'two'");
  expect((await first.call(peerTracker, {})).present).toBe(false);
});

it('keeps one name for each home directory, and forgets a node that stays away', async () => {
  const named = await startTestPlatform({ services, jobs: false });
  const again = await startTestPlatform({ services, jobs: false, joins: named });
  const ids = (await again.call(highAvailability, {})).services.jfrt!.nodes.map(({ node_id }) => node_id);
  expect(ids).toHaveLength(1);
  await again.stop();
  await named.stop();
  await change(
    "insert into operations.process values (gen_random_uuid(), 'old', 'main', 1, 'a', '1', '{artifactory}', now() - interval '9 days', now() - interval '8 days')",
  );
  expect(await readStates()).toContainEqual(['old', 'Offline']);
  const third = await startTestPlatform({ services, jobs: false, config: { nodeId: 'three' }, joins: first });
  others.push(third);
  expect(await readStates()).not.toContainEqual(['old', 'Offline']);
});

it.each([highAvailability, nodeStatus, peerTracker])('STAT-015 refuses $url to who is no administrator', async (route) => {
  await expect(first.call(route, {}, { as: 'ann' })).rejects.toMatchObject({ code: 'forbidden' });
});

it('says what a service does more than ten minutes late, and measures how late it is', async () => {
  const readLate = async () => (await first.call(highAvailability, {})).services.jfrt!.late;
  await change("insert into kernel.event (type, subject, data, at) values ('other', 'x', '{}', now() - interval '9 minutes')");
  await change(
    "insert into kernel.follower (name, place, cluster) select name, case name when 'repositories.late' then 0 else (select max(id) from kernel.event) end, system_identifier from pg_control_system(), unnest(array['repositories.late', 'repositories.timely']) as name",
  );
  await change("update kernel.event set at = now() - interval '9 minutes' where id = (select min(id) from kernel.event)");
  expect(await readLate()).toBeUndefined();
  await change("update kernel.event set at = now() - interval '11 minutes' where id = (select min(id) from kernel.event)");
  const late = await readLate();
  expect(late).toMatchObject([{ follower: 'repositories.late' }]);
  expect(late![0]!.seconds).toBeGreaterThanOrEqual(660);
  const metrics = await (await fetch(`${first.baseUrl}/metrics`, { headers: first.headersOf('admin') })).text();
  expect(metrics).toMatch(/packhouse_follower_lag_seconds\{follower="repositories\.timely"\} 0\n/);
  expect(Number(/packhouse_follower_lag_seconds\{follower="repositories\.late"\} (.+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(660);
});
