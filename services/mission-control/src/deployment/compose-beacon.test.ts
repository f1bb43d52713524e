import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { MissionControlSchema } from '../schema.ts';
import { missionControlService } from '../service.ts';
import { composeBeacon } from './compose-beacon.ts';

it('tells of each licence in turns where there are more than one beacon has room for', async () => {
  const { platform, peers, databaseUrl, stop } = await startTestPlatform({ services: [missionControlService], jobs: false });
  const db = openDatabase<MissionControlSchema>(databaseUrl, 'mission-control', { connections: 1 });
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await db.destroy();
    await stop();
  });
  const held = Array.from({ length: 450 }, (_, index) => ({ jti: `licence-${index}`, type: 'ENTERPRISE', bucket: 'bucket-1', expiresAt: null }));
  const context = { db, platform, peers: { ...peers, heldLicences: async () => held }, log: platform.logger('mc'), listeners: [] };
  const heard: string[] = [];
  for (let beacon = 1; beacon <= 3; beacon++) {
    // A beacon is good for ten seconds.
    vi.spyOn(performance, 'now').mockReturnValue(beacon * 60_000);
    const { licences, licenceCount } = await composeBeacon(context);
    expect(licences.length).toBeLessThanOrEqual(200);
    expect(licenceCount).toBe(450);
    heard.push(...licences.map(({ jti }) => jti));
  }
  expect(new Set(heard)).toEqual(new Set(held.map(({ jti }) => jti)));
});
