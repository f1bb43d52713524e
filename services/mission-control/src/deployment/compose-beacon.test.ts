import { Beacon, largestBeacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { MissionControlSchema } from '../schema.ts';
import { missionControlService } from '../service.ts';
import { composeBeacon, shorten } from './compose-beacon.ts';
import { judgeBeacon } from './verdict.ts';

it('tells of each licence in turns where there are more than one beacon has room for, whichever process answers', async () => {
  const { platform, peers, databaseUrl, stop } = await startTestPlatform({ services: [missionControlService], jobs: false });
  const db = openDatabase<MissionControlSchema>(databaseUrl, 'mission-control', { connections: 1 });
  onTestFinished(async () => {
    vi.useRealTimers();
    await db.destroy();
    await stop();
  });
  const held = Array.from({ length: 450 }, (_, index) => ({ jti: `licence-${index}`, type: 'ENTERPRISE', bucket: 'bucket-1', expiresAt: null }));
  const startProcess = () => ({ db, platform, peers: { ...peers, heldLicences: async () => held }, log: platform.logger('mc'), listeners: [] });
  // Each of them is asked seldom; together they are asked every forty seconds.
  const nodes = [startProcess(), startProcess(), startProcess()];
  const heard: string[] = [];
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
  for (const node of nodes) {
    const { licences, licenceCount } = await composeBeacon(node);
    expect(licences).toHaveLength(200);
    expect(licenceCount).toBe(450);
    heard.push(...licences.map(({ jti }) => jti));
    vi.setSystemTime(Date.now() + 40_000);
  }
  expect(new Set(heard)).toEqual(new Set(held.map(({ jti }) => jti)));
});

it('stays small with many services on many nodes, and no service is taken for missing', () => {
  const nodes = Array.from({ length: 100 }, (_, number) => ({ id: `node-${number}.${'x'.repeat(60)}`, online: number === 99, version: '7.0.0-of-a-day' }));
  const beacon: Beacon = {
    id: 'edge',
    name: 'Edge',
    url: '',
    version: '7.0.0',
    at: new Date().toISOString(),
    services: Array.from({ length: 12 }, (_, number) => ({ type: `service-${number}`, nodes })),
    storage: { writable: true, used: null, total: null, free: null },
    licences: [{ jti: 'one', type: 'PRO', expiresAt: null }],
    copying: [],
    federation: [],
    eventsLag: 0,
    counts: {},
  };
  const short = shorten(beacon);
  expect(Buffer.byteLength(JSON.stringify(short))).toBeLessThanOrEqual(largestBeacon);
  expect(short.licences).toHaveLength(1);
  expect(judgeBeacon(Beacon.parse(short))).toMatchObject({ status: 'ONLINE', missing: [] });
  for (const service of short.services) {
    expect(service).toMatchObject({ nodeCount: 100, onlineCount: 1 });
    expect(service.nodes.some(({ online }) => online)).toBe(true);
  }
  expect(shorten(short)).toBe(short);
});
