import { migrate, openDatabase } from '@packhouse/kernel/database/database.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { selectLicences } from '../licence/licence-queries.ts';
import { migrations } from '../migrations.ts';
import type { AccessSchema } from '../schema.ts';

/** What the version did that knew one licence alone. */
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0015'));
const jws = 'eyJhbGciOiJFZERTQSJ9.eyJ0eXBlIjoiRU5URVJQUklTRSJ9.c2lnbmVk';

async function databaseBefore() {
  const database = await createTestDatabase([]);
  await migrate(database.url, 'access', before);
  const db = openDatabase<AccessSchema>(database.url, 'access', { connections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  return { db, url: database.url };
}

it('the licence of a version that knew one alone stays installed, under the sum of its text, and no setting is left of it', async () => {
  const { db, url } = await databaseBefore();
  await sql`insert into setting (name, value) values ('licence', ${JSON.stringify({ jws })}::jsonb), ('mail', '{"kept": true}'::jsonb)`.execute(db);
  await migrate(url, 'access', migrations);
  const [licence, ...others] = await selectLicences(db);
  expect(others).toEqual([]);
  expect(licence).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), jws });
  const { rows } = await sql<{ id: string }>`select encode(sha256(convert_to(${jws}, 'UTF8')), 'hex') as id`.execute(db);
  expect(licence?.id).toBe(rows[0]?.id);
  expect(await db.selectFrom('setting').select('name').execute()).toEqual([{ name: 'mail' }]);
});

it('a version without a licence, or whose licence was removed, has none afterwards', async () => {
  const none = await databaseBefore();
  await migrate(none.url, 'access', migrations);
  expect(await selectLicences(none.db)).toEqual([]);
  const removed = await databaseBefore();
  await sql`insert into setting (name, value) values ('licence', '{"jws": null}'::jsonb)`.execute(removed.db);
  await migrate(removed.url, 'access', migrations);
  expect(await selectLicences(removed.db)).toEqual([]);
  expect(await removed.db.selectFrom('setting').select('name').execute()).toEqual([]);
});
