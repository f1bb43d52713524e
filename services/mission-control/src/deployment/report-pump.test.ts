import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import type { MissionControlSchema } from '../schema.ts';
import { missionControlService } from '../service.ts';
import { keepListeners } from './listener-queries.ts';
import { reportPump } from './report-pump.ts';

let context: Context;
let answer: () => Promise<{ status: number }>;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  const { platform, peers, databaseUrl, stop: stopPlatform } = await startTestPlatform({ services: [missionControlService], jobs: false });
  const db = openDatabase<MissionControlSchema>(databaseUrl, 'mission-control', { connections: 2 });
  const trust = { list: async () => [{ id: 'control', accepts: { watching: true } }], call: () => answer() } as unknown as NonNullable<typeof peers.trust>;
  context = { db, platform, peers: { ...peers, trust }, log: platform.logger('mc'), listeners: [] };
  stop = async () => {
    await db.destroy();
    await stopPlatform();
  };
});
afterAll(() => stop());
beforeEach(async () => {
  await context.db.deleteFrom('listener').execute();
  await keepListeners(context.db, ['control']);
});

const makeDue = () => sql`update listener set next_at = now() - interval '1 second'`.execute(context.db);

/** Seconds until the next report, after this many that ended the same. */
async function report(times: number): Promise<number> {
  for (let at = 0; at < times; at++) {
    await makeDue();
    const [listener] = await reportPump(context).claim(4);
    await reportPump(context).work(listener!, new AbortController().signal);
  }
  const { rows } = await sql<{ wait: number }>`select extract(epoch from next_at - now())::float as wait from listener`.execute(context.db);
  return rows[0]!.wait;
}

it('goes on reporting every minute where nobody answers, and every five where it is not known yet', async () => {
  answer = () => Promise.reject(new Error('nobody answers'));
  expect(await report(12)).toBeLessThanOrEqual(72);
  answer = async () => ({ status: 404 });
  const wait = await report(1);
  expect(wait).toBeGreaterThan(200);
  expect(wait).toBeLessThanOrEqual(360);
  answer = async () => ({ status: 200 });
  expect(await report(1)).toBeLessThanOrEqual(36);
});

it('is reported by one process at a time, and by another one when that has ended', async () => {
  await makeDue();
  expect(await reportPump(context).claim(4)).toMatchObject([{ peer: 'control' }]);
  expect(await reportPump(context).claim(4)).toEqual([]);
  await sql`update listener set lease_until = now() - interval '1 second'`.execute(context.db);
  expect(await reportPump(context).claim(4)).toMatchObject([{ peer: 'control' }]);
});
