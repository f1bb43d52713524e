import { createHash, randomBytes } from 'node:crypto';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { lockJob } from './lock-job.ts';

let test: RepositoryTestPlatform;
const grant = (...actions: Grant['actions'][number][]): Grant => ({
  permission: 'states',
  resourceType: 'repository',
  names: ['tf'],
  include: [],
  exclude: [],
  actions,
  through: 'test',
});

beforeAll(async () => {
  const actors = {
    reader: { grants: [grant('read')] },
    writer: { grants: [grant('read', 'deploy')] },
    other: { grants: [grant('read', 'deploy')] },
    manager: { grants: [{ ...grant('read', 'deploy'), names: ['tf-small'] }] },
    visitor: { kind: 'anonymous' as const, grants: [grant('read', 'deploy')] },
  };
  test = await startRepositoryPlatform({ actors, jobs: false });
  await test.create({ class: 'local', key: 'tf', format: 'terraform' });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
});
afterAll(async () => {
  await test?.stop();
});

const state = (serial: number) => JSON.stringify({ version: 4, serial, lineage: 'one', resources: [{ secret: 'hunter2' }] });
const lock = (id: string) => JSON.stringify({ ID: id, Who: `who-${id}` });
const call = (method: string, name: string, { as = 'writer', body, headers }: { as?: string; body?: string; headers?: Record<string, string> } = {}) =>
  test.ask(`api/terraform/tf/v1/state/${name}`, { method, as, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) });

describe('FMT-012 states over HTTP', () => {
  it('keeps what was written last, encrypted', async () => {
    expect((await call('GET', 'a')).status).toBe(404);
    for (const serial of [1, 2]) expect((await call('POST', 'a', { body: state(serial) })).status).toBe(200);
    const answer = await call('GET', 'a', { as: 'reader' });
    const text = await answer.text();
    expect(text).toBe(state(2));
    expect(answer.headers.get('content-md5')).toBe(createHash('md5').update(text).digest('base64'));
    const db = openDatabase<Record<string, never>>(test.databaseUrl, 'repositories', { connections: 1 });
    const { rows } = await sql<{ content: string }>`select content from terraform_state`.execute(db);
    await db.destroy();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('CORE-010 holds states against the quota of their repository, all their versions together', async () => {
    await test.create({ class: 'local', key: 'tf-small', format: 'terraform', settings: { quotaMegabytes: 1 } });
    const large = JSON.stringify({ lineage: 'one', filler: randomBytes(300_000).toString('base64') });
    const write = () => test.ask('api/terraform/tf-small/v1/state/a', { method: 'POST', as: 'manager', body: large });
    expect((await write()).status).toBe(200);
    const full = await write();
    expect([full.status, await full.json()]).toMatchObject([413, { errors: [{ code: 'quota_exceeded' }] }]);
  });

  it('lets old versions of a state go that are too large together, and keeps the newest', async () => {
    const large = (serial: number) => JSON.stringify({ serial, lineage: 'one', filler: 'f'.repeat(15 * 1024 * 1024) });
    for (let serial = 1; serial <= 7; serial++) expect((await call('POST', 'large', { body: large(serial) })).status).toBe(200);
    const db = openDatabase<Record<string, never>>(test.databaseUrl, 'repositories', { connections: 1 });
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from terraform_state where name = 'large'`.execute(db);
    await db.destroy();
    expect(rows[0]?.count).toBe(6);
    expect(await (await call('GET', 'large')).json()).toMatchObject({ serial: 7 });
  });

  it('lets only the holder of the lock write, and says who that is', async () => {
    expect((await call('LOCK', 'b', { body: lock('one') })).status).toBe(200);
    const second = await call('LOCK', 'b', { as: 'other', body: lock('two') });
    expect([second.status, await second.json()]).toEqual([423, JSON.parse(lock('one'))]);
    expect((await call('POST', 'b', { body: state(1) })).status).toBe(423);
    expect((await call('POST', 'b?ID=two', { as: 'other', body: state(1) })).status).toBe(423);
    expect((await call('POST', 'b?ID=one', { body: state(1) })).status).toBe(200);
    expect((await call('DELETE', 'b', { as: 'admin' })).status).toBe(423);
    expect((await call('UNLOCK', 'b', { as: 'other', body: lock('two') })).status).toBe(423);
    expect((await call('UNLOCK', 'b', { body: lock('one') })).status).toBe(200);
    expect((await call('LOCK', 'b', { as: 'other', body: lock('two') })).status).toBe(200);
  });

  it('takes the lock that its holder lets go while another asks for it', async () => {
    await call('LOCK', 'f', { body: lock('one') });
    const db = openDatabase<Record<string, never>>(test.databaseUrl, 'repositories', { connections: 2 });
    const holding = await db.startTransaction().execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from terraform_state_lock where name = 'f' for update`.execute(holding);
    const asking = call('LOCK', 'f', { as: 'other', body: lock('two') });
    await vi.waitFor(async () => {
      const waiting = await sql`select pid from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`.execute(db);
      expect(waiting.rows).toHaveLength(1);
    }, 30_000);
    await sql`delete from terraform_state_lock where name = 'f'`.execute(holding);
    await holding.commit().execute();
    await db.destroy();
    expect((await asking).status).toBe(200);
    const third = await call('LOCK', 'f', { body: lock('three') });
    expect([third.status, await third.json()]).toEqual([423, JSON.parse(lock('two'))]);
  });

  it('gives no lock that was not taken', async () => {
    const db = openDatabase<Record<string, never>>(test.databaseUrl, 'repositories', { connections: 1 });
    await sql`create function skip() returns trigger language plpgsql as 'begin return null; end'`.execute(db);
    await sql`create trigger skip before insert on terraform_state_lock for each row when (new.name = 'g') execute function skip()`.execute(db);
    await db.destroy();
    expect((await call('LOCK', 'g', { body: lock('one') })).status).toBe(423);
  });

  it('drops locks that nobody let go for a month', async () => {
    for (const name of ['old', 'new']) await call('LOCK', name, { body: lock('one') });
    const db = openDatabase<Record<string, never>>(test.databaseUrl, 'repositories', { connections: 1 });
    const days = sql`case name when 'old' then interval '32 days' else interval '27 days' end`;
    await sql`update terraform_state_lock set taken_at = now() - ${days} where name in ('old', 'new')`.execute(db);
    const job = lockJob({ db, log: { info: vi.fn() } } as unknown as Context);
    await job.run({}, new AbortController().signal);
    await db.destroy();
    expect((await call('LOCK', 'old', { as: 'other', body: lock('two') })).status).toBe(200);
    expect((await call('LOCK', 'new', { as: 'other', body: lock('two') })).status).toBe(423);
  });

  it('CORE-010 holds locks against the quota of their repository, and takes those of states that are there', async () => {
    await test.create({ class: 'local', key: 'tf-locks', format: 'terraform', settings: { quotaMegabytes: 1 } });
    const body = JSON.stringify({ ID: 'one', filler: 'f'.repeat(60_000) });
    const ask = (method: string, name: number | string, body: string) => test.ask(`api/terraform/tf-locks/v1/state/${name}`, { method, as: 'admin', body });
    const take = (name: number | string) => ask('LOCK', name, body);
    expect((await ask('POST', 'there', '{"version":4,"serial":1,"lineage":"a"}')).status).toBe(200);
    for (let name = 0; name < 17; name++) expect((await take(name)).status).toBe(200);
    const refused = await take(17);
    expect((await refused.json()).errors[0].code).toBe('quota_exceeded');
    expect((await take('there')).status).toBe(200);
  });

  it('breaks a lock for its owner and for those who may delete, and then refuses the late writer', async () => {
    await call('LOCK', 'c', { body: lock('one') });
    expect((await call('UNLOCK', 'c', { as: 'other' })).status).toBe(403);
    expect((await call('UNLOCK', 'c')).status).toBe(200);
    await call('LOCK', 'c', { body: lock('two') });
    expect((await call('UNLOCK', 'c', { as: 'admin' })).status).toBe(200);
    expect((await call('POST', 'c?ID=two', { body: state(1) })).status).toBe(409);
  });

  it('breaks no lock of another for who names it, though everybody is told its name', async () => {
    await call('LOCK', 'h', { body: lock('one') });
    expect((await call('LOCK', 'h', { as: 'other', body: lock('one') })).status).toBe(423);
    expect((await call('LOCK', 'h', { body: lock('one') })).status).toBe(200);
    expect((await call('POST', 'h?ID=one', { as: 'other', body: state(1) })).status).toBe(423);
    expect((await call('UNLOCK', 'h', { as: 'other', body: lock('one') })).status).toBe(403);
    expect((await call('POST', 'h?ID=one', { body: state(1) })).status).toBe(200);
    expect((await call('UNLOCK', 'h', { as: 'admin', body: lock('one') })).status).toBe(200);
    const breaks = test.audited.filter(({ action, subject }) => action === 'terraform-state.lock-broken' && subject === 'tf/h');
    expect(breaks).toMatchObject([{ actor: 'admin', before: { lock: 'one', takenBy: 'writer' } }]);
  });

  it('refuses what is damaged, no state, or not allowed', async () => {
    expect((await call('POST', 'd', { body: state(1), headers: { 'content-md5': 'AAAA' } })).status).toBe(409);
    expect((await call('POST', 'd', { body: 'no state' })).status).toBe(400);
    expect((await call('LOCK', 'd', { body: 'no lock' })).status).toBe(400);
    expect((await call('POST', 'd', { as: 'reader', body: state(1) })).status).toBe(403);
    expect((await call('LOCK', 'd', { as: 'reader', body: lock('one') })).status).toBe(403);
    expect((await call('DELETE', 'a')).status).toBe(403);
    expect((await call('GET', 'a', { as: 'visitor' })).status).toBe(401);
    expect((await test.ask('api/terraform/files/v1/state/a', { method: 'POST', body: state(1) })).status).toBe(404);
    expect((await call('GET', 'd')).status).toBe(404);
  });

  it('refuses what is larger than a state may be, or would be when it is read', async () => {
    const refused = async (body: string) => {
      const answer = await call('POST', 'huge', { body });
      expect([answer.status, await answer.json()]).toMatchObject([413, { errors: [{ code: 'too_large' }] }]);
    };
    await refused(JSON.stringify({ lineage: 'one', filler: 'f'.repeat(16 * 1024 * 1024) }));
    await refused(`{"lineage":"one","filler":[${'[],'.repeat(1_100_000)}0]}`);
    expect((await call('GET', 'huge')).status).toBe(404);
  });

  it('deletes', async () => {
    await call('POST', 'e', { body: state(1) });
    expect((await call('DELETE', 'e', { as: 'admin' })).status).toBe(200);
    expect((await call('GET', 'e')).status).toBe(404);
  });
});
