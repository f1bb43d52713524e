import { readUnitStorage } from '@packhouse/contract/insight/insight-routes.ts';
import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { insightService } from '@packhouse/insight-service/service.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { insertDeployment } from '@packhouse/mission-control-service/deployment/deployment-queries.ts';
import { passOn } from '@packhouse/mission-control-service/deployment/pass-on.ts';
import type { MissionControlSchema } from '@packhouse/mission-control-service/schema.ts';
import { missionControlService } from '@packhouse/mission-control-service/service.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { expect, it, onTestFinished } from 'vitest';

const beacon: Beacon = {
  id: 'edge',
  name: 'Edge',
  url: '',
  version: '1.0.0',
  at: new Date().toISOString(),
  services: [],
  storage: { writable: true, used: 4096, total: null, free: null },
  licences: [],
  copying: [],
  federation: [],
  eventsLag: 0,
  counts: { files: 3 },
};

it('TOPO-015 tells what another deployment stored by what it said of itself', async () => {
  const test = await startTestPlatform({ services: [missionControlService, insightService], jobs: false });
  const { platform, peers } = test;
  const db = openDatabase<MissionControlSchema>(test.databaseUrl, 'mission-control', { connections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await test.stop();
  });
  await insertDeployment(db, { id: 'edge', name: 'Edge', url: '', status: 'ONLINE', created_by: 'ann' });
  await passOn({ db, platform, peers, log: platform.logger('mc'), listeners: [] }, 'edge', beacon, { at: new Date() });
  expect(await test.call(readUnitStorage, { query: { unit: 'edge', period: 'week' } })).toMatchObject({ unit: 'edge', bytes: 4096 });
});
