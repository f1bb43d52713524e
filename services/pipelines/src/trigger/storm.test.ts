import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type PipelinesTestPlatform, patience, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPipelineById } from '../pipeline/pipeline-queries.ts';
import { holdPipeline } from '../run/run-queries.ts';
import { startRun } from '../run/start-run.ts';
import type { PipelinesSchema } from '../schema.ts';
import { eventFollower } from './event-follower.ts';

let test: PipelinesTestPlatform;
let db: Kysely<PipelinesSchema>;
beforeAll(async () => {
  test = await startPipelinesPlatform({ actors: {} });
  db = openDatabase<PipelinesSchema>(test.databaseUrl, 'pipelines', { connections: 4 });
  await test.create('stage');
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const storm = 40;
const onDeploy = (name: string) => `name: ${name}
on: [{event: artifact.deployed, repositories: [stage]}, manual]
concurrency: {group: shared}
steps:
  - {id: tag, type: set-properties, path: stage/one, properties: {seen: 'yes'}}
`;
const context = () => ({ db, platform: test.platform, peers: test.peers, log: test.platform.logger('pipelines') });

const data = { repository: 'stage', class: 'local', format: 'generic', sha256: 'a'.repeat(64), size: 1, by: 'admin' };
const makeEvent = (path: string) => ({ type: 'artifact.deployed', subject: `stage/${path}`, data: { ...data, path } });

it('starts a run for each event of a storm, lists those that wait with what holds them, and begins them in the order of the events', async () => {
  await test.put('stage/one', 'one');
  await test.pipeline(onDeploy('storm'));
  await db.transaction().execute((tx) => test.platform.outbox.publish(tx, ...Array.from({ length: storm }, (_, at) => makeEvent(String(at)))));
  const list = (query: { state?: 'queued'; after?: string } = {}) => test.call(contract.listRuns, { params: { name: 'storm' }, query });
  await expect.poll(async () => (await list()).total, patience).toBe(storm);
  for (const { state, said } of (await list({ state: 'queued' })).items)
    expect([state, said?.message]).toEqual(['queued', expect.stringMatching(/^held by run \d+ of storm$/)]);
  await expect.poll(() => db.selectFrom('run').select('id').where('ended_at', 'is', null).execute(), patience).toEqual([]);
  const causes: string[] = [];
  let after: string | undefined;
  do {
    const page = await list(after === undefined ? {} : { after });
    causes.push(...page.items.map(({ cause }) => cause.said.message));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(causes.toReversed()).toEqual(Array.from({ length: storm }, (_, at) => `artifact.deployed: stage/${at}`));
  const { rows } = await sql<{ overtaken: number }>`
    select count(*)::integer as overtaken from (select started_at, lag(ended_at) over (order by number) as before from run) as one where started_at < before`.execute(
    db,
  );
  expect(rows[0]).toEqual({ overtaken: 0 });
});

it('does not stand still when events and somebody start pipelines of one group at the same time', async () => {
  for (const name of ['left', 'right']) await test.pipeline(onDeploy(name));
  const ids = await db.selectFrom('pipeline').select('id').where('name', 'in', ['left', 'right']).orderBy('name').execute();
  const right = await findPipelineById(db, ids[1]!.id);
  // Told to this follower alone, so that nobody else is in the way.
  const now = await sql<{ number: string }>`select pg_current_xact_id()::text as number`.execute(db);
  const told = [{ ...makeEvent('two'), id: 1_000_000, at: new Date(), transaction: now.rows[0]!.number }];
  let following: Promise<unknown> = Promise.resolve();
  // Somebody starts `right` by hand while an event is to start both.
  await db.transaction().execute(async (byHand) => {
    await holdPipeline(byHand, right!.id);
    const { rows } = await sql<{ place: string }>`select pg_backend_pid()::text as place`.execute(byHand);
    following = db.transaction().execute((tx) => eventFollower(context()).take(told, tx));
    const isWaiting = async () =>
      (await sql`select 1 from pg_stat_activity where ${Number(rows[0]!.place)}::integer = any(pg_blocking_pids(pid))`.execute(db)).rows.length > 0;
    await expect.poll(isWaiting, patience).toBe(true);
    const cause = { kind: 'manual' as const, by: 'admin', said: { message: 'by admin' } };
    await startRun(context(), byHand, right!, { cause, causeKey: 'manual storm', variables: {}, depth: 0 });
  });
  await following;
  await expect.poll(async () => (await test.call(contract.listRuns, { params: { name: 'left' } })).total, patience).toBe(1);
  expect((await test.call(contract.listRuns, { params: { name: 'right' } })).total).toBe(2);
});
