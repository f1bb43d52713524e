import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { MissionControlSchema } from '../schema.ts';
import { missionControlService } from '../service.ts';
import { askDeployment } from './ask.ts';
import { claimDeployments, insertDeployment } from './deployment-queries.ts';

const beacon: Beacon = {
  id: 'edge',
  name: 'Edge',
  url: '',
  version: '1.0.0',
  at: '2026-01-01T00:00:00.000Z',
  services: [],
  storage: { writable: true, used: 12, total: null, free: null },
  licences: [],
  copying: [],
  federation: [],
  eventsLag: 0,
  counts: { files: 3 },
};

const nothing = () => undefined;
const deaf = { countCall: nothing, countCache: nothing, count: nothing, lookAtFindings: async () => undefined, top: async () => [] };

async function startControl() {
  const { platform, peers, databaseUrl, stop } = await startTestPlatform({ services: [missionControlService], jobs: false });
  const db = openDatabase<MissionControlSchema>(databaseUrl, 'mission-control', { connections: 1 });
  onTestFinished(async () => {
    vi.useRealTimers();
    await db.destroy();
    await stop();
  });
  return { platform, peers, db };
}

/** A process of a platform that watches a deployment: what it gives to insight and to the buckets is noted. */
function watch({ db, platform, peers }: Awaited<ReturnType<typeof startControl>>) {
  let fails = false;
  let answer = beacon;
  let held = Promise.resolve();
  const noted: string[] = [];
  const note = async (_: string, at: Date, levels: readonly { value: number }[]) => {
    if (fails) throw new Error('not now');
    await held;
    noted.push([at.toISOString().slice(0, 10), ...levels.map(({ value }) => value)].join(' '));
  };
  const tell = async (_: string, { licences }: Beacon) => void noted.push(licences.map(({ jti }) => jti).join(' '));
  const trust = { call: async () => ({ status: 200, text: JSON.stringify(answer), offset: 0 }), offset: async () => 0 } as unknown as NonNullable<
    typeof peers.trust
  >;
  const context = { db, platform, peers: { ...peers, trust, insight: { ...deaf, note } }, log: platform.logger('mc'), listeners: [tell] };
  /** Asks the deployment, which says this, and answers what was passed on of it: first its licences, then its figures. */
  return async (said: Partial<Beacon> = {}, { awaited = false, broken = false, until = Promise.resolve() } = {}) => {
    [answer, fails, held] = [{ ...beacon, ...said }, broken, until];
    await askDeployment(context, { id: 'edge', home: false, url: '', legacy: null, sealed: null, awaited });
    return noted.splice(0).toSorted();
  };
}

async function startWatching() {
  const control = await startControl();
  await insertDeployment(control.db, { id: 'edge', name: 'Edge', url: '', status: 'ONLINE', created_by: 'ann' });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T10:00:00Z') });
  return control;
}

it('asks nobody to keep again what a deployment said before, unless somebody waits for it, could not take it, or it was long ago', async () => {
  const control = await startWatching();
  const ask = watch(control);
  expect(await ask()).toEqual(['', '2026-01-01 12 3']);
  expect(await ask({ at: '2026-01-01T00:00:30.000Z', eventsLag: 2 })).toEqual([]);
  expect(await ask({ counts: { files: 4 } })).toEqual(['', '2026-01-01 12 4']);
  expect(await ask({ counts: { files: 4 } }, { awaited: true })).toEqual(['', '2026-01-01 12 4']);
  expect(await ask({ licences: [{ jti: 'one', type: 'PRO', expiresAt: null }] })).toEqual(['2026-01-01 12 3', 'one']);
  vi.setSystemTime(new Date('2026-01-02T00:00:01Z'));
  expect(await ask()).toEqual(['', '2026-01-02 12 3']);

  expect(await ask({ counts: { files: 5 } }, { broken: true })).toEqual(['']);
  expect(await ask({ counts: { files: 5 } })).toEqual(['', '2026-01-02 12 5']);
  expect(await ask({ counts: { files: 5 } })).toEqual([]);
  await sql`update beacon set told_at = told_at - interval '6 minutes'`.execute(control.db);
  expect(await ask({ counts: { files: 5 } })).toEqual(['', '2026-01-02 12 5']);
});

it('passes on what goes back to what it was, whichever process heard of what was between', async () => {
  const control = await startWatching();
  const [one, other] = [watch(control), watch(control)];
  await one();
  expect(await other()).toEqual([]);
  expect(await other({ counts: { files: 4 } })).toEqual(['', '2026-01-01 12 4']);
  expect(await one()).toEqual(['', '2026-01-01 12 3']);
  expect(await other({ counts: { files: 4 } })).toEqual(['', '2026-01-01 12 4']);
});

it('passes on what was passed on late, after something that was heard later', async () => {
  const control = await startWatching();
  const [slow, other] = [watch(control), watch(control)];
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = slow({ counts: { files: 4 } }, { until: promise });
  await vi.waitUntil(async () => (await sql`select 1 from beacon where body #>> '{counts,files}' = '4'`.execute(control.db)).rows.length > 0, {
    timeout: 30_000,
  });
  vi.setSystemTime(new Date('2026-01-01T10:00:01Z'));
  expect(await other({ counts: { files: 5 } })).toEqual(['', '2026-01-01 12 5']);
  resolve();
  await late;
  expect(await other({ counts: { files: 4 } })).toEqual(['', '2026-01-01 12 4']);
});

it('keeps what a deployment said last, though something older comes later, and passes nothing of that on', async () => {
  const control = await startWatching();
  const ask = watch(control);
  const read = async () => {
    const { rows } = await sql<{ files: number; status: string; wait: number }>`
      select (body #>> '{counts,files}')::int as files, status, extract(epoch from next_at - now())::float as wait
      from beacon join deployment on deployment.id = deployment`.execute(control.db);
    return rows[0]!;
  };
  await ask({ counts: { files: 5 }, sequence: 2000 });
  await sql`update deployment set next_at = now(), lease_until = now() + interval '1 minute'`.execute(control.db);
  expect(await ask({ counts: { files: 4 }, sequence: 1000, storage: { ...beacon.storage, writable: false } })).toEqual([]);
  expect(await read()).toMatchObject({ files: 5, status: 'ONLINE' });
  expect((await read()).wait).toBeGreaterThan(20);
  // So it is with one that was gathered at the same time, which has other licences perhaps; and with versions that count nothing.
  expect(await ask({ counts: { files: 6 }, sequence: 2000 })).toHaveLength(2);
  expect(await ask({ counts: { files: 7 } })).toHaveLength(2);
  await ask({ counts: { files: 8 }, sequence: 3000 });
  // Nothing is on its way for so long: its clock was set back.
  vi.setSystemTime(new Date('2026-01-01T10:01:00Z'));
  expect(await ask({ counts: { files: 9 }, sequence: 1000 })).toHaveLength(2);
  expect(await read()).toMatchObject({ files: 9 });
});

it('says with a deployment that is due whether an order of licences waits for what it says', async () => {
  const { db } = await startControl();
  for (const id of ['calm', 'awaited']) await insertDeployment(db, { id, name: id, url: '', status: 'ONLINE', created_by: 'ann' });
  await sql`insert into bucket (id, name, identifier, source, type, customer, issued_at, projects, size, sealed_key, created_by)
    values ('00000000-0000-4000-8000-000000000001', 'b', 'b', 'file', 'PRO', 'Shop', now(), 1, 1, '', 'ann')`.execute(db);
  await sql`insert into attach_order (id, bucket, kind, deployment, deployment_name, wanted, state, requested_by)
    values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 'attach', 'awaited', 'awaited', 1, 'unsettled', 'ann')`.execute(db);
  const due = await claimDeployments(db, 10);
  expect(Object.fromEntries(due.map(({ id, awaited }) => [id, awaited]))).toMatchObject({ calm: false, awaited: true });
});
