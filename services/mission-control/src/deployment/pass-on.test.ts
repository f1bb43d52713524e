import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { MissionControlSchema } from '../schema.ts';
import { missionControlService } from '../service.ts';
import { claimDeployments, insertDeployment } from './deployment-queries.ts';
import { passOn } from './pass-on.ts';

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
    vi.restoreAllMocks();
    await db.destroy();
    await stop();
  });
  return { platform, peers, db };
}

it('asks nobody to keep again what a deployment said before, unless somebody waits for it, could not take it, or it was long ago', async () => {
  const { platform, peers, db } = await startControl();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  let fails = false;
  const noted: unknown[] = [];
  const heard: string[] = [];
  const note = async (_: string, at: Date, levels: readonly { value: number }[]) => {
    if (fails) throw new Error('not now');
    noted.push([at.toISOString().slice(0, 10), ...levels.map(({ value }) => value)]);
  };
  const tell = async (_: string, { licences }: Beacon) => void heard.push(licences.map(({ jti }) => jti).join(' '));
  const context = { db, platform, peers: { ...peers, insight: { ...deaf, note } }, log: platform.logger('mc'), listeners: [tell] };
  const at = new Date('2026-01-01T10:00:00Z');
  const say = (said: Partial<Beacon>, hearing = {}) => passOn(context, 'edge', { ...beacon, ...said }, { at, mayBeKnown: true, ...hearing });

  await say({});
  await say({ at: '2026-01-01T00:00:30.000Z', eventsLag: 2 });
  expect([noted, heard]).toEqual([[['2026-01-01', 12, 3]], ['']]);
  await say({ counts: { files: 4 } });
  await say({}, { mayBeKnown: false });
  await say({ licences: [{ jti: 'one', type: 'PRO', expiresAt: null }] });
  expect(heard).toEqual(['', '', '', 'one']);
  await say({}, { at: new Date('2026-01-02T00:00:01Z') });
  expect(noted.at(-1)).toEqual(['2026-01-02', 12, 3]);

  fails = true;
  await say({});
  fails = false;
  await say({});
  expect(noted.length).toBe(6);
  clock.mockReturnValue(1_000_000 + 6 * 60_000);
  await say({});
  expect(noted.length).toBe(7);
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
