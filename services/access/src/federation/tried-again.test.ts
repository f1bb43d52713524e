import { listTrustedDeployments, revokeTrustedDeployment, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { Accepts } from '@packhouse/contract/trust-purposes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 30_000, interval: 50 };
const password = 'Secret-pass-1';

async function start() {
  const members = (await startMembers(2)) as [Member, Member];
  const [source, target] = members;
  const db = openDatabase<AccessSchema>(source.databaseUrl, 'access', { connections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await Promise.all(members.map((one) => one.stop()));
  });
  await source.call(createUser, { body: { name: 'ann', password, email: 'first@example.test' } });
  return { source, target, db };
}

const mail = (at: Member) =>
  at.call(readUser, { params: { name: 'ann' } }).then(
    ({ email }) => email,
    () => undefined,
  );
const change = (at: Member, email: string) => at.call(updateUser, { params: { name: 'ann' }, body: { email } });
const link = async (at: Member) => (await at.peers.federation!.links())[0];

/** Says what a deployment takes from the other. */
async function accept(at: Member, accepts: Partial<Accepts>): Promise<void> {
  const { id, name, url, allowPrivate, accepts: before } = (await at.call(listTrustedDeployments, {})).items[0]!;
  await at.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts: { ...before, ...accepts } } });
}

/** Lets the link wait as one does that was refused many times; answers when it waits. */
async function refuseLong(db: Awaited<ReturnType<typeof start>>['db'], reason: string): Promise<void> {
  const failed = () => db.selectFrom('federation_link').select('said').where('direction', '=', 'out').executeTakeFirst();
  await expect.poll(failed, patience).toMatchObject({ said: { reason } });
  // Not while a try is under way: that one says itself how long the link waits.
  const waits = db.updateTable('federation_link').where('direction', '=', 'out').where('lease_until', 'is', null).where('failures', '>', 0);
  const wait = waits.set({ failures: 12, next_at: sql`now() + interval '1 hour'` });
  await expect.poll(async () => Number((await wait.executeTakeFirst()).numUpdatedRows), patience).toBe(1);
}

it('a link that was refused because the trust had ended is tried as soon as the two are paired again', async () => {
  const { source, target, db } = await start();
  await star(source, [target]);
  await expect.poll(() => mail(target), patience).toBe('first@example.test');
  await target.call(revokeTrustedDeployment, { params: { id: source.id } });
  await expect.poll(async () => await source.peers.trust!.find(target.id), patience).toBeUndefined();
  await change(source, 'second@example.test');
  await refuseLong(db, 'not_trusted');
  await pairPlatforms(source, target, ['federation']);
  await expect.poll(() => mail(target), patience).toBe('second@example.test');
});

it('a link that was refused because of what its target accepts is tried as soon as the target accepts that', async () => {
  const { source, target, db } = await start();
  await accept(target, { entities: ['USERS'] });
  await star(source, [target]);
  await refuseLong(db, 'peer_refused');
  await accept(target, { entities: ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'] });
  await expect.poll(() => mail(target), patience).toBe('first@example.test');
});

it('a link that is tried again says since when, and when next, and is nowhere called failed', async () => {
  const { source, target, db } = await start();
  await accept(target, { entities: ['USERS'] });
  await star(source, [target]);
  await refuseLong(db, 'peer_refused');
  const first = await link(source);
  expect(Date.parse(first!.failingSince!)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(first!.nextAt!)).toBeGreaterThan(Date.now());
  const [told] = await source.peers.federationLinks!();
  expect(told).toMatchObject({ state: 'retrying', failingSince: first!.failingSince, nextAt: first!.nextAt });
  await db.updateTable('federation_link').set({ next_at: sql`now()` }).execute();
  await expect.poll(async () => (await db.selectFrom('federation_link').select('failures').executeTakeFirst())?.failures, patience).toBeGreaterThan(12);
  // Many tries later it is still the first one that is told.
  expect((await link(source))!.failingSince).toBe(first!.failingSince);
  await accept(target, { entities: ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'] });
  await expect.poll(async () => await link(source), patience).toMatchObject({ state: 'live', failingSince: null, nextAt: null, error: null });
});
