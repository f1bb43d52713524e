import { greetPeer, listTrustedDeployments, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, deleteUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { findDifferences, type Member, mesh, startMembers } from './federation-test-platforms.ts';
import { endPausesOf, getPause } from './pause.ts';

const patience = { timeout: 60_000, interval: 50 };
const password = 'Secret-pass-1';

it('a deployment that is away is tried every quarter of a minute, one that refuses more and more rarely', () => {
  const away = { reason: trustWords.peer_breaks_off.reason, values: { name: 'b' } };
  const answered = (status: number) => ({ reason: federationWords.peer_refused.reason, values: { status, reason: '' } });
  expect([1, 2, 3, 9, 100].map((failures) => getPause(failures, away))).toEqual([1, 2, 4, 15, 15]);
  expect([1, 9, 100].map((failures) => getPause(failures, answered(409)))).toEqual([1, 256, 300]);
  // So answers what stands before a deployment that is away.
  expect(getPause(100, answered(502))).toBe(15);
  expect(getPause(100, { reason: federationWords.clock_ahead.reason, values: {} })).toBe(300);
});

it('asks the database nothing about a deployment with which nothing is federated', async () => {
  const nowhere = new Proxy({}, { get: () => expect.unreachable('the database was asked') }) as Kysely<AccessSchema>;
  await endPausesOf({ db: nowhere }, { id: 'edge', purposes: ['mission-control'] });
});

let members: [Member, Member];
let db: Kysely<AccessSchema>;
let other: Kysely<AccessSchema>;
/** The way from the first to the second. */
let wire: Wire;
let isCut = false;
/** Paths of requests from the first to the second. */
const asked: string[] = [];
beforeAll(async () => {
  members = (await startMembers(2)) as typeof members;
  const [a, b] = members;
  db = openDatabase<AccessSchema>(a.databaseUrl, 'access', { connections: 1 });
  other = openDatabase<AccessSchema>(b.databaseUrl, 'access', { connections: 1 });
  wire = await standBetween(b.baseUrl, ({ url = '' }) => {
    asked.push(url);
    return !isCut;
  });
  const known = (await a.call(listTrustedDeployments, {})).items[0]!;
  await a.call(updateTrustedDeployment, {
    params: { id: b.id },
    body: { name: known.name, url: wire.url, allowPrivate: known.allowPrivate, accepts: known.accepts },
  });
  await mesh(members, { adopt: true });
  await a.call(createUser, { body: { name: 'ann', password, email: 'first@example.test' } });
  await vi.waitUntil(async () => (await readMail(b)) === 'first@example.test', patience);
  const all = new Map([[a, db] as const, [b, other] as const]);
  await vi.waitUntil(async () => (await findDifferences(all)).length === 0, patience);
});
afterAll(async () => {
  await Promise.all([db.destroy(), other.destroy()]);
  await Promise.all(members.map((one) => one.stop()));
  await wire.stop();
});

const readMail = (at: Member) =>
  at.call(readUser, { params: { name: 'ann' } }).then(
    ({ email }) => email,
    () => undefined,
  );
const change = (at: Member, email: string) => at.call(updateUser, { params: { name: 'ann' }, body: { email } });
const readLink = () =>
  db
    .selectFrom('federation_link')
    .select(['failures', sql<number>`extract(epoch from next_at - now())::float8`.as('wait')])
    .where('direction', '=', 'out')
    .executeTakeFirstOrThrow();

/** Cuts the way until tries have failed, and lets the link wait as one that was cut off for a day does whose other side was told to refuse. */
async function cutOff(email: string): Promise<void> {
  isCut = true;
  await change(members[0], email);
  await expect.poll(async () => (await readLink()).failures, patience).toBeGreaterThan(1);
  // Not while a try is under way: that one says itself how long the link waits.
  const links = db.updateTable('federation_link').where('direction', '=', 'out').where('lease_until', 'is', null);
  const wait = links.set({ failures: 12, next_at: sql`now() + interval '1 hour'` });
  await expect.poll(async () => Number((await wait.executeTakeFirst()).numUpdatedRows), patience).toBe(1);
  isCut = false;
}

it('what waits for a deployment that was cut off goes on when that one calls', async () => {
  const [, b] = members;
  await cutOff('second@example.test');
  expect(await readMail(b)).toBe('first@example.test');
  expect(await b.peers.trust!.call(members[0].id, { method: 'GET', path: greetPeer.url })).toMatchObject({ status: 200 });
  await expect.poll(() => readMail(b), patience).toBe('second@example.test');
});

it('and when it answers', async () => {
  const [a, b] = members;
  await cutOff('third@example.test');
  expect(await a.peers.trust!.call(b.id, { method: 'GET', path: greetPeer.url })).toMatchObject({ status: 200 });
  await expect.poll(() => readMail(b), patience).toBe('third@example.test');
  await expect.poll(readLink, patience).toMatchObject({ failures: 0 });
});

const tellings = () => asked.filter((path) => path.includes('/federation/')).length;
const isTold = async () => {
  const { rows } = await sql<{
    told: boolean;
  }>`select position = (select position from federation_state) as told from federation_link where direction = 'out'`.execute(db);
  return rows[0]!.told;
};

it('a change is told in one message, and none follows when the deletion that was told last is forgotten', async () => {
  const [a, b] = members;
  await a.call(createUser, { body: { name: 'bea', password, email: 'bea@example.test' } });
  await expect
    .poll(
      () =>
        b.call(readUser, { params: { name: 'bea' } }).then(
          () => true,
          () => false,
        ),
      patience,
    )
    .toBe(true);
  await expect.poll(isTold, patience).toBe(true);
  const before = tellings();
  await a.call(deleteUser, { params: { name: 'bea' } });
  await expect
    .poll(
      () =>
        b.call(readUser, { params: { name: 'bea' } }).then(
          () => true,
          () => false,
        ),
      patience,
    )
    .toBe(false);
  await expect.poll(isTold, patience).toBe(true);
  expect(tellings() - before).toBe(1);
  await sql`delete from federation_register where register = 'deleted'`.execute(db);
  await sql`update federation_link set position = (select max(position) from federation_register) where direction = 'out'`.execute(db);
  await expect.poll(isTold, patience).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(tellings() - before).toBe(2);
});
