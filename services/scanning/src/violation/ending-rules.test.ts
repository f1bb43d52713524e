import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endRule } from '../ignore/ignore-queries.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { evaluateSome } from './evaluate.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  // Nobody else judges meanwhile.
  test = await startScanningPlatform({ jobs: false });
  const first = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
  // Who waits in vain does not do so for ever.
  await sql`alter database ${sql.id(new URL(test.databaseUrl).pathname.slice(1))} set lock_timeout = '20s'`.execute(first);
  await first.destroy();
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 6 });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

/** A version that is gone, with a violation which a rule about this occurrence ignores: whoever judges it closes the one and ends the other. */
async function makeIgnored(): Promise<{ target: number; violation: number; rule: number }> {
  const { rows } = await sql<{ target: number; violation: number; rule: number }>`
    with broken as (
      insert into violation (watch_id, policy_id, rule, kind, target_id, subject, severity, repository, path, format, package, version, state)
      values (1, 1, 'any', 'security', nextval(pg_get_serial_sequence('target', 'id')), 'GHSA-ant', 1, 'js', 'ant.tgz', 'npm', 'ant', '1.0.0', 'ignored') returning id, target_id),
    made as (
      insert into ignore_rule (uuid, filters, notes, author, violation_id) select gen_random_uuid(), '{}', 'looked at', 'admin', id from broken returning id, violation_id)
    select broken.target_id as target, broken.id as violation, made.id as rule from broken join made on made.violation_id = broken.id`.execute(db);
  const [made] = rows;
  await sql`update violation set ignored_by = ${made!.rule} where id = ${made!.violation}`.execute(db);
  await sql`select judge_again(array[${made!.target}::bigint])`.execute(db);
  return made!;
}

/** Who judges, and what has them wait in the middle of it. */
function openLanes() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let waiting = 0;
  const list = async () => {
    waiting++;
    await opened;
    return [];
  };
  const repositories = Object.assign(Object.create(test.peers.repositories ?? null), { list, keepers: async () => [] });
  const judge = () => evaluateSome({ db, platform: test.platform, peers: { ...test.peers, repositories } }, 1);
  return { judge, open, countWaiting: () => waiting };
}

const endFor = (rule: number) => db.transaction().execute((tx) => endRule(tx, rule, 'admin'));
const countLocked = async () =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows.length;
const readState = async (violation: number) => (await db.selectFrom('violation').select('state').where('id', '=', violation).executeTakeFirstOrThrow()).state;

it('rules that people end while two lanes judge what they are about end once, and nobody waits for each other', async () => {
  const made = [await makeIgnored(), await makeIgnored()];
  const { judge, open, countWaiting } = openLanes();
  const lanes = [judge(), judge()];
  await expect.poll(countWaiting, patience).toBe(2);
  const ends = made.map(({ rule }) => endFor(rule));
  await expect.poll(countLocked, patience).toBe(2);
  open();
  expect(await Promise.allSettled([...lanes, ...ends])).toEqual([1, 1, false, false].map((value) => ({ status: 'fulfilled', value })));
  expect(await Promise.all(made.map(({ violation }) => readState(violation)))).toEqual(['closed', 'closed']);
});

it('a version of which somebody holds a rule is judged once that is done', async () => {
  const { rule, violation } = await makeIgnored();
  const { judge, open } = openLanes();
  open();
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('ignore_rule').select('id').where('id', '=', rule).forUpdate().execute();
    expect([await judge(), await readState(violation)]).toEqual([0, 'ignored']);
    await endRule(tx, rule, 'admin');
  });
  expect([await judge(), await readState(violation)]).toEqual([1, 'closed']);
});
