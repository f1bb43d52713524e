import { migrate, openDatabase } from '@packhouse/kernel/database/database.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../migrations.ts';
import type { AccessSchema, Db } from '../schema.ts';

/** What the version did that marked what is our own in a mesh. */
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0025'));
const meshLink = '11111111-1111-4111-8111-111111111111';
const starLink = '22222222-2222-4222-8222-222222222222';
const number = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;

async function databaseBefore() {
  const database = await createTestDatabase([]);
  await migrate(database.url, 'access', before);
  const db = openDatabase<AccessSchema>(database.url, 'access', { connections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  await sql`insert into setting (name, value) values ('deploymentId', '"ours"')`.execute(db);
  return { db, url: database.url };
}

const insertLink = (db: Db, id: string, peer: string, mode: string) =>
  sql`insert into federation_link (id, federation, peer, peer_name, direction, mode, types) values (${id}, ${id}, ${peer}, ${peer}, 'in', ${mode}, '{USERS}')`.execute(
    db,
  );

async function insertCopy(
  db: Db,
  link: string,
  { uid, name, origin, replaced }: { uid: string; name: string; origin: string; replaced: string },
): Promise<void> {
  await sql`insert into "user" (uid, name) values (${uid}, ${name})`.execute(db);
  await sql`insert into federation_register (kind, uid, register, value, stamp, origin, number, replaced, signature, position)
    values ('user', ${uid}, 'profile', jsonb_build_object('name', ${name}::text), '0003', ${origin}, 1, ${replaced}, '', (select count(*) from federation_register))`.execute(
    db,
  );
  await sql`insert into federation_copy (kind, uid, link, generation) values ('user', ${uid}, ${link}, 1)`.execute(db);
}

it('takes marks of copies from what is our own in a mesh, and leaves those of others and of a star', async () => {
  const { db, url } = await databaseBefore();
  await sql`insert into peer (id, name, url, keys, purposes, accepts, allow_private, paired_by, knows_key, knows_url)
    values ('theirs', 'Theirs', 'https://theirs.test', '[]', '{federation}', '{}', false, 'admin', '', '')`.execute(db);
  await insertLink(db, meshLink, 'theirs', 'mesh');
  await insertLink(db, starLink, 'theirs', 'star');
  const users = [
    { uid: number(1), name: 'written-first', origin: 'ours.1', replaced: '' },
    { uid: number(2), name: 'changed-there', origin: 'theirs.1', replaced: '0001 ours.1' },
    { uid: number(3), name: 'changed-often', origin: 'theirs.1', replaced: '0002 theirs.1' },
    { uid: number(4), name: 'changed-here', origin: 'ours.1', replaced: '0001 theirs.1' },
    { uid: number(5), name: 'of-the-star', origin: 'theirs.1', replaced: '' },
  ];
  for (const one of users) await insertCopy(db, one.name === 'of-the-star' ? starLink : meshLink, one);
  // Others have changed this one so often that only the audit log tells who created it.
  await sql`insert into audit_record (actor, address, action, subject) values ('admin', '', 'user.created', 'changed-often')`.execute(db);
  await migrate(url, 'access', migrations);
  const { rows } = await sql<{ name: string }>`select name from federation_copy c join "user" u on u.uid = c.uid order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(['changed-here', 'of-the-star']);
});

it('drops links to deployments that were forgotten, and leaves what they brought as our own', async () => {
  const { db, url } = await databaseBefore();
  await insertLink(db, starLink, 'gone', 'star');
  await insertCopy(db, starLink, { uid: number(1), name: 'ann', origin: 'gone.1', replaced: '' });
  await migrate(url, 'access', migrations);
  expect(await db.selectFrom('federation_link').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('federation_register').select('uid').execute()).toEqual([]);
  expect(await db.selectFrom('user').select('name').where('uid', '=', number(1)).execute()).toEqual([{ name: 'ann' }]);
});
