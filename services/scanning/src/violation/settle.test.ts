import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';
import { settle, settleThese } from './evaluation-job.ts';
import { deleteDue, takeDue } from './evaluation-queries.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  // Nobody else judges meanwhile.
  test = await startScanningPlatform({ jobs: false });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 4 });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

it('a request that changed what versions are judged by is answered when they are judged, also where another server holds them', async () => {
  await sql`select judge_again(array[1, 2])`.execute(db);
  const done: string[] = [];
  let settled: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    const taken = (await takeDue(tx, 500)).map(({ target_id }) => target_id);
    settled = settle({ db, peers: test.peers, platform: test.platform }).then(() => void done.push('the request'));
    const waiting = async () => (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows;
    await expect.poll(waiting, patience).not.toEqual([]);
    await deleteDue(tx, taken);
    done.push('the other server');
  });
  await settled;
  expect(done).toEqual(['the other server', 'the request']);
  expect(await db.selectFrom('evaluation_due').select('target_id').execute()).toEqual([]);
});

it('what somebody asks about is judged whatever is to be judged before it, and waited for where another server holds it', async () => {
  await sql`select judge_again(array[1]), judge_again(array(select number from generate_series(100, 1600) as number))`.execute(db);
  expect(await settleThese({ db, peers: test.peers, platform: test.platform }, [1])).toBe(true);
  expect(await db.selectFrom('evaluation_due').select('target_id').where('target_id', '=', 1).execute()).toEqual([]);
  const done: string[] = [];
  let settled: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await takeDue(tx, 1, [100]);
    settled = settleThese({ db, peers: test.peers, platform: test.platform }, [100]).then((isDone) => void done.push(`the request ${isDone}`));
    const waiting = async () => (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows;
    await expect.poll(waiting, patience).not.toEqual([]);
    await deleteDue(tx, [100]);
    done.push('the other server');
  });
  await settled;
  expect(done).toEqual(['the other server', 'the request true']);
});
