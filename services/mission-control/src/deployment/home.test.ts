import { listUnits } from '@packhouse/contract/mission-control/unit-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { missionControlService } from '../service.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({ services: [missionControlService], actors: { ann: {} } });
});
afterAll(() => test.stop());

it('knows itself, without any network', async () => {
  const { items } = await test.call(listUnits, {});
  expect(items).toMatchObject([{ home: true, status: 'ONLINE' }]);
  const [home] = items;
  expect(await test.peers.deployments?.find(home!.id)).toMatchObject({ home: true });
  await expect(test.call(listUnits, {}, { as: 'ann' })).rejects.toMatchObject({ status: 403 });
});
