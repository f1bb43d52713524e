import { askUnit, listUnits, registerUnit, removeUnit, updateUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { MissionControlSchema } from '../schema.ts';
import { missionControlService } from '../service.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({ services: [missionControlService], actors: { ann: {} }, jobs: false });
});
afterAll(() => test.stop());

const readHome = async () => (await test.call(listUnits, {})).items[0]!;

it('TOPO-014 TOPO-021 lists itself, without any network, and for administrators only', async () => {
  expect(listUnits.url).toBe('/ui/api/v1/mc/api/ui/v1/units');
  const { items } = await test.call(listUnits, {});
  expect(items).toMatchObject([{ home: true, status: 'ONLINE', tags: [], missing: [], takesLicences: true }]);
  expect(await test.peers.deployments?.find(items[0]!.id)).toMatchObject({ home: true });
  await expect(test.call(listUnits, {}, { as: 'ann' })).rejects.toMatchObject({ status: 403 });
});

it('LIC-021 has a name, a location, a status and status details', async () => {
  const { id } = await readHome();
  const location = { city: 'Oslo', country: 'no', latitude: 59.91, longitude: 10.75 };
  const changed = await test.call(updateUnit, { params: { id }, body: { name: 'Headquarters', location, tags: ['production'] } });
  expect(changed).toMatchObject({ name: 'Headquarters', location: { ...location, country: 'NO' }, tags: ['production'], status: 'ONLINE' });
  expect(test.audited.at(-1)).toMatchObject({ action: 'deployment.updated', subject: id, after: { name: 'Headquarters' } });
  const wrong = { name: 'a/b', location: { ...location, latitude: 91 } };
  await expect(test.call(updateUnit, { params: { id }, body: wrong })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(test.call(updateUnit, { params: { id: 'nobody' }, body: { name: 'x' } })).rejects.toMatchObject({ status: 404 });
  await expect(test.call(removeUnit, { params: { id } })).rejects.toMatchObject({ status: 409 });
});

it.each([-1, 1])('is asked again in its time though the clock of the process is %i hour off', async (hours) => {
  const { id } = await readHome();
  const db = openDatabase<MissionControlSchema>(test.databaseUrl, 'mission-control', { connections: 1 });
  onTestFinished(async () => {
    vi.useRealTimers();
    await db.destroy();
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  await test.call(askUnit, { params: { id } });
  const wait = sql<number>`extract(epoch from next_at - now())::float8`.as('wait');
  const row = await db.selectFrom('deployment').select(wait).where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.wait).toBeGreaterThan(0);
  expect(row.wait).toBeLessThanOrEqual(36);
});

it('refuses to pair while nobody keeps trust, and asks for a token', async () => {
  await expect(test.call(registerUnit, { body: { token: 'some token' } })).rejects.toMatchObject({ code: 'unavailable' });
  await expect(test.call(registerUnit, { body: {} })).rejects.toMatchObject({ code: 'invalid_input' });
});
