import { randomUUID } from 'node:crypto';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';
import { forgetRegistersJob } from './forget-registers-job.ts';

const day = 86_400_000;
const makeStamp = (days: number) => `${(Date.now() - days * day).toString(16).padStart(12, '0')}0000`;

it('forgets deletions after 180 days, tokens that are gone after 30, and nothing else', async () => {
  const database = await createTestDatabase([accessService]);
  const db = openDatabase<AccessSchema>(database.url, 'access');
  const rows = [
    ['user', 'deleted', 181],
    ['user', 'deleted', 179],
    ['user', 'profile', 400],
    ['token', 'row', 31],
    ['token', 'row', 29],
  ] as const;
  let position = 0;
  for (const [kind, register, days] of rows) {
    position += 1;
    await sql`insert into federation_register (kind, uid, register, value, stamp, origin, number, replaced, signature, position)
      values (${kind}, ${randomUUID()}, ${register}, 'true', ${makeStamp(days)}, 'other.1', ${position}, '', '', ${position})`.execute(db);
  }
  await forgetRegistersJob(db).run({}, new AbortController().signal);
  await forgetRegistersJob(db).run({}, new AbortController().signal);
  const { rows: kept } = await sql<{ number: string }>`select number::int as number from federation_register order by number`.execute(db);
  expect(kept.map(({ number }) => number)).toEqual([2, 3, 5]);
  await db.destroy();
  await database.drop();
});
