import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ensureAdministrator } from '../administrator/first-administrator.ts';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';
import { upkeepJob } from './upkeep-job.ts';

it('removes what no longer means anything and keeps the rest', async () => {
  const database = await createTestDatabase([accessService]);
  await ensureAdministrator({ config: {}, databaseUrl: database.url });
  const db = openDatabase<AccessSchema>(database.url, 'access');
  await sql`
    insert into session (hash, user_id, remember, address, expires_at)
    select kind, (select id from "user" where name = 'admin'), false, '', now() + ago::interval from (values ('old', '-1 second'), ('new', '1 hour')) as t (kind, ago);
    insert into sign_in_failure (key, failures, last_failed_at, blocked_until) values
      ('old', 1, now() - interval '2 days', 'epoch'), ('new', 1, now(), 'epoch');
    insert into sign_in_place (user_id, address, last_at)
    select (select id from "user" where name = 'admin'), kind, now() - ago::interval from (values ('old', '31 days'), ('new', '29 days')) as t (kind, ago);
    insert into access_token (id, subject, scope, created_by, expires_at, revoked_at) values
      ('old', 'a', 's', 'a', now() - interval '31 days', null), ('revoked', 'a', 's', 'a', null, now() - interval '31 days'),
      ('ended', 'a', 's', 'a', now() - interval '1 day', null), ('lasting', 'a', 's', 'a', null, null);
    insert into application (name, type, callback_urls, base_url, client_id) values ('board', 'public', '{}', '', 'abc');
    insert into application_grant (application_id, user_id, scope, code_hash, code_expires_at, callback_url, callback_named)
    select application.id, "user".id, 's', kind, now() - ago::interval, '', false
    from application join "user" on "user".name = 'admin', (values ('unused', '2 days'), ('forgotten', '2 days'), ('used', '2 days'), ('waiting', '1 minute')) as t (kind, ago);
    update access_token set grant_id = g.id from application_grant g where (access_token.id, g.code_hash) in (('old', 'forgotten'), ('lasting', 'used'))`.execute(
    db,
  );
  await upkeepJob(db).run({}, new AbortController().signal);
  await upkeepJob(db).run({}, new AbortController().signal);
  expect((await db.selectFrom('session').select('hash').execute()).map(({ hash }) => hash)).toEqual(['new']);
  expect((await db.selectFrom('sign_in_failure').select('key').execute()).map(({ key }) => key)).toEqual(['new']);
  expect((await db.selectFrom('sign_in_place').select('address').execute()).map(({ address }) => address)).toEqual(['new']);
  expect((await db.selectFrom('access_token').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual(['ended', 'lasting']);
  const grants = await db.selectFrom('application_grant').select('code_hash').orderBy('code_hash').execute();
  expect(grants.map(({ code_hash: kind }) => kind)).toEqual(['used', 'waiting']);
  await db.destroy();
  await database.drop();
});
