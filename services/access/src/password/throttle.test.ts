import { verify } from '@node-rs/argon2';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';
import { beginAttempt, forgive } from './throttle.ts';

vi.mock(import('@node-rs/argon2'), async (load) => {
  const argon2 = await load();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

describe('counting attempts', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Kysely<AccessSchema>;
  beforeAll(async () => {
    database = await createTestDatabase([accessService]);
    db = openDatabase<AccessSchema>(database.url, 'access');
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const tries = async (count: number, user: string, address: string) => {
    const results = await Promise.allSettled(Array.from({ length: count }, () => beginAttempt(db, user, address)));
    return results.filter(({ status }) => status === 'fulfilled').length;
  };
  /** How many pass before the first that does not; the wait that follows is short, so later ones may pass again. */
  const triesUntilRefused = async (attempt: (index: number) => [user: string, address: string]) => {
    let passed = 0;
    while (passed < 100 && (await tries(1, ...attempt(passed))) === 1) passed++;
    return passed;
  };
  const waitOver = () => sql`update sign_in_failure set blocked_until = now() - interval '1 millisecond'`.execute(db);
  const retryAfter = (user: string, address: string) =>
    beginAttempt(db, user, address).then(
      () => 0,
      (error) => error.detail.retryAfter as number,
    );

  it('lets a few pass, then doubles the wait, however many come at the same moment', async () => {
    expect(await tries(60, 'ann', '10.0.0.1')).toBe(9);
    const waits: number[] = [];
    for (let round = 0; round < 12; round++) {
      waits.push(await retryAfter('ann', '10.0.0.1'));
      await waitOver();
      await beginAttempt(db, 'ann', '10.0.0.1').catch(() => undefined);
    }
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(300);
  });
  it('does not hinder the same user elsewhere, nor other users at the same address', async () => {
    expect(await tries(1, 'ann', '10.0.0.2')).toBe(1);
    expect(await tries(1, 'bob', '10.0.0.1')).toBe(1);
  });
  it('slows an address down that tries many names', async () => {
    expect(await triesUntilRefused((index) => [`name-${index}`, '10.0.0.9'])).toBe(31);
  });
  it('slows a name down by seconds only that is tried from many addresses', async () => {
    expect(await triesUntilRefused((index) => ['admin', `10.1.0.${index}`])).toBe(51);
    for (let round = 0; round < 10; round++) {
      await waitOver();
      await beginAttempt(db, 'admin', `10.2.0.${round}`).catch(() => undefined);
    }
    expect(await retryAfter('admin', '10.3.0.1')).toBeLessThanOrEqual(30);
    expect(await tries(1, 'admin', '127.0.0.1')).toBe(1);
  });
  it('starts anew after an attempt that went well', async () => {
    let passed = 0;
    for (let round = 0; round < 30; round++) {
      await forgive(db, await beginAttempt(db, 'cleo', '10.0.0.5'));
      passed++;
    }
    expect(passed).toBe(30);
  });
  /** Whoever must wait now waits long, however slow this machine is. */
  const stretchWaits = () => sql`update sign_in_failure set blocked_until = now() + interval '1 hour' where blocked_until > 'epoch'`.execute(db);
  /** How many of so many attempts passed until somebody must wait. */
  const passing = async (count: number, attempt: (index: number) => [user: string, address: string]) => {
    let passed = 0;
    for (let index = 0; index < count; index++) passed += await tries(1, ...attempt(index));
    await stretchWaits();
    return passed;
  };
  it('counts all addresses of one IPv6 network as one, and an IPv4 address however it is written', async () => {
    expect(await passing(9, (index) => ['dora', `2001:db8:1:2:${index}::7`])).toBe(9);
    expect(await tries(1, 'dora', '2001:db8:1:2:f::7')).toBe(0);
    expect(await tries(1, 'dora', '2001:db8:1:4::7')).toBe(1);
    expect(await passing(31, (index) => [`sprayed-${index}`, `2001:db8:1:3::${index}`])).toBe(31);
    expect(await tries(1, 'sprayed', '2001:db8:1:3::f')).toBe(0);
    expect(await passing(9, () => ['dora', '192.0.2.7'])).toBe(9);
    expect(await tries(1, 'dora', '::ffff:192.0.2.7')).toBe(0);
  });
  const addUser = (name: string) => sql`insert into "user" (name, email) values (${name}, '')`.execute(db);
  it('does not keep users away from where they proved their password lately, however often strangers elsewhere guess', async () => {
    await addUser('erin');
    await forgive(db, await beginAttempt(db, 'erin', '2001:db8:2:1::1'));
    expect(await passing(51, (index) => ['erin', `10.4.0.${index}`])).toBe(51);
    expect(await tries(1, 'erin', '10.5.0.1')).toBe(0);
    // What goes well here takes back none of what was counted there.
    for (let round = 0; round < 5; round++) await forgive(db, await beginAttempt(db, 'erin', '2001:db8:2:1::2'));
    expect(await tries(1, 'erin', '10.5.0.1')).toBe(0);
    // A stranger at the same address has the few tries that everybody has at any.
    expect(await passing(9, () => ['erin', '2001:db8:2:1::3'])).toBe(9);
    expect(await tries(1, 'erin', '2001:db8:2:1::3')).toBe(0);
    await sql`update sign_in_place set last_at = now() - interval '31 days'`.execute(db);
    await sql`delete from sign_in_failure where key like '% at %'`.execute(db);
    expect(await tries(1, 'erin', '2001:db8:2:1::1')).toBe(0);
  });
  it('remembers the latest fifty addresses of a user', async () => {
    await addUser('fay');
    for (let index = 0; index < 55; index++) await forgive(db, await beginAttempt(db, 'fay', `10.6.0.${index}`));
    const places = await sql<{ address: string }>`select address from sign_in_place p join "user" u on u.id = p.user_id where u.name = 'fay'`.execute(db);
    expect(places.rows.map(({ address }) => address)).toHaveLength(50);
    expect(places.rows).toContainEqual({ address: '10.6.0.54' });
    expect(places.rows).not.toContainEqual({ address: '10.6.0.0' });
  });
});

describe('throttled sign-in', () => {
  let test: TestPlatform;
  let kernel: Kysely<unknown>;
  const password = 'Secret-pass-1';
  beforeAll(async () => {
    test = await startTestPlatform({ services: [accessService], jobs: false });
    kernel = openDatabase<unknown>(test.databaseUrl, 'kernel', { connections: 1 });
    await test.call(createUser, { body: { name: 'ann', password } });
    await test.call(createUser, { body: { name: 'busy', password } });
  });
  afterAll(async () => {
    await kernel.destroy();
    await test.stop();
  });

  const basic = (secret: string, user = 'ann') => fetch(`${test.baseUrl}/ui/api/v1/ui/auth/current`, { headers: test.headersOf({ user, password: secret }) });

  it('answers 429 with Retry-After, to the right password too, but not where that was proved before', async () => {
    expect(await test.call(currentUser, {}, { as: { user: 'busy', password } })).toMatchObject({ name: 'busy' });
    for (let index = 0; index < 9; index++) {
      expect((await basic(`wrong-${index}`)).status).toBe(401);
      expect((await basic(`wrong-${index}`, 'busy')).status).toBe(401);
    }
    const refused = await basic(password);
    expect(refused.status).toBe(429);
    const listLocked = async () => (await sql<{ data: object }>`select data from kernel.event where type = 'access.user.locked'`.execute(kernel)).rows;
    await expect.poll(listLocked, { timeout: 20_000 }).toHaveLength(2);
    expect(await listLocked()).toEqual(expect.arrayContaining([{ data: { subject: 'ann' } }, { data: { subject: 'busy' } }]));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await refused.json()).errors[0].code).toBe('too_many_requests');
    expect((await basic(password, 'busy')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await basic(password)).status).toBe(200);
  });
  it('takes many requests with the same right password for one attempt', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => basic(test.adminPassword, 'admin')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
  it('does not take tokens that ended for guesses at a password', async () => {
    const old = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.AAAA';
    for (let index = 0; index < 15; index++) expect((await basic(old, 'busy')).status).toBe(401);
  });
  it('takes as long for a user who does not exist as for one who does', async () => {
    await test.call(createUser, { body: { name: 'real', password } });
    /** Tells what the check of a password cost: what it was compared with says how slow that is. */
    const compare = async (user: string) => {
      vi.mocked(verify).mockClear();
      expect((await basic('Wrong-pass-1', user)).status).toBe(401);
      return vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4));
    };
    const known = await compare('real');
    expect(known).toHaveLength(1);
    expect(await compare('ghost')).toEqual(known);
  });
});
