import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser, deleteUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { cutOff, findDifferences, type Member, mesh, startMembers } from './federation-test-platforms.ts';
import { getDeployment, getSignedBytes, type Register } from './merge/register.ts';
import { forgetOldRegisters } from './register-queries.ts';

const patience = { timeout: 60_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';
const day = 86_400_000;

let members: [Member, Member, Member];
let federation: string;
const databases = new Map<Member, Kysely<AccessSchema>>();

beforeAll(async () => {
  members = (await startMembers(3)) as typeof members;
  for (const one of members) databases.set(one, openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 2 }));
  federation = await mesh(members, { adopt: true });
});
afterAll(async () => {
  await Promise.all([...databases.values()].map((one) => one.destroy()));
  await Promise.all(members.map((one) => one.stop()));
});

const create = (at: Member, name: string) => at.call(createUser, { body: { name, password, email: `${name}@example.test` } });
const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);
const outLinks = async () => (await Promise.all(members.map((one) => one.peers.federation!.links()))).flat().filter(({ direction }) => direction === 'out');

async function waitUntilEqual(): Promise<void> {
  const unfinished = async () => (await outLinks()).filter(({ state, behind }) => state !== 'live' || behind > 0);
  await expect.poll(unfinished, patience).toEqual([]);
  await expect.poll(() => findDifferences(databases), patience).toEqual([]);
}

/** Compares both ends of all six links; answers how much of all was healed. */
async function compare(): Promise<number> {
  const before = new Map((await outLinks()).map(({ id, compared }) => [id, compared?.at]));
  for (const one of members) await one.peers.federation!.compare(federation, by);
  await expect.poll(async () => (await outLinks()).filter(({ id, compared }) => compared?.at === before.get(id)), patience).toEqual([]);
  return (await outLinks()).reduce((sum, { compared }) => sum + compared!.healed, 0);
}

/** As if a change had been lost on the way, or an old backup put in: nobody notes it. */
async function behindTheBack(member: Member, ...statements: ReturnType<typeof sql>[]): Promise<void> {
  await databases
    .get(member)!
    .transaction()
    .execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      for (const statement of statements) await statement.execute(transaction);
    });
}

/** Lets days pass since a register was written: everybody's copy of it is older then, and signed so by who wrote it. */
async function age(names: readonly string[], days: number): Promise<void> {
  for (const db of databases.values()) {
    const { rows } = await sql<Register>`select * from federation_register where uid in (
      select uid from federation_register where register = 'profile' and value->>'name' = any(${names}::text[])) or register = 'deleted'`.execute(db);
    for (const one of rows) {
      const milliseconds = Number.parseInt(one.stamp.slice(0, 12), 16) - days * day;
      const stamp = milliseconds.toString(16).padStart(12, '0') + one.stamp.slice(12);
      const sign = await members.find(({ id }) => id === getDeployment(one.origin))!.peers.trust!.signer();
      const signature = Buffer.from(sign(getSignedBytes({ ...one, stamp }))).toString('base64');
      await sql`update federation_register set stamp = ${stamp}, signature = ${signature} where kind = ${one.kind} and uid = ${one.uid} and register = ${one.register}`.execute(
        db,
      );
    }
  }
}

describe('The comparison of three members of a mesh', () => {
  it('finds nothing where nothing was lost', async () => {
    const [a, b, c] = members;
    await create(a, 'ann');
    await create(b, 'bob');
    await create(c, 'dan');
    await waitUntilEqual();
    await c.call(createGroup, { body: { name: 'makers', members: ['ann', 'bob'] } });
    await waitUntilEqual();
    expect(await compare()).toBe(0);
  });

  it('heals what each of them lost, and brings nobody back who was deleted', async () => {
    const [a, b, c] = members;
    const selectUid = (name: string) => sql`(select uid from federation_register where register = 'profile' and value->>'name' = ${name})`;
    await databases.get(b)!.schema.createTable('kept_register').as(databases.get(b)!.selectFrom('federation_register').selectAll()).execute();
    const { rows } = await sql<{ uid: string }>`select uid from "user" where name = 'dan'`.execute(databases.get(b)!);
    const dan = rows[0]!.uid;
    await a.call(deleteUser, { params: { name: 'dan' } });
    await waitUntilEqual();
    // An old copy of one user, who has been deleted since.
    await behindTheBack(
      b,
      sql`delete from federation_register where uid = ${dan}`,
      sql`insert into federation_register select * from kept_register where uid = ${dan}`,
      sql`drop table kept_register`,
    );
    await behindTheBack(
      a,
      sql`delete from "user" where uid = ${selectUid('bob')}`,
      sql`delete from federation_copy where uid = ${selectUid('bob')}`,
      sql`delete from federation_register where uid = ${selectUid('bob')}`,
    );
    await behindTheBack(c, sql`delete from federation_register where register = 'profile' and value->>'name' = 'ann'`);
    expect(await findDifferences(databases)).not.toEqual([]);
    expect(await compare()).toBeGreaterThan(2);
    await waitUntilEqual();
    for (const one of members) {
      expect(await read(one, 'bob')).toMatchObject({ email: 'bob@example.test', groups: ['makers', 'readers'] });
      expect(await read(one, 'ann')).toMatchObject({ email: 'ann@example.test', groups: ['makers', 'readers'] });
      expect(await read(one, 'dan')).toBeUndefined();
    }
    expect(await compare()).toBe(0);
  });

  it('brings nobody back by a member that was silent for longer than deletions are remembered, and loses nobody who is new', async () => {
    const [a, b, c] = members;
    await create(a, 'gone-there');
    await create(c, 'gone-here');
    await create(b, 'stays');
    await waitUntilEqual();
    await cutOff(databases, c, true);
    for (const name of ['gone-there', 'gone-here']) await a.call(deleteUser, { params: { name } });
    await expect.poll(() => read(b, 'gone-here'), patience).toBeUndefined();
    await create(a, 'new-there');
    await create(c, 'new-here');
    // So it is after 185 days, of which the deletions were the first.
    await age(['gone-there', 'gone-here', 'stays', 'ann', 'bob'], 190);
    for (const [one, db] of databases) {
      const toOrFrom = one === c ? sql`true` : sql`peer = ${c.id}`;
      await sql`update federation_link set last_at = now() - interval '185 days' where ${toOrFrom}`.execute(db);
      await forgetOldRegisters(db);
    }
    expect(await sql`select 1 from federation_register where register = 'deleted'`.execute(databases.get(a)!)).toMatchObject({ rows: [] });
    await cutOff(databases, c, false);
    for (const one of members) {
      for (const name of ['stays', 'new-there', 'new-here', 'ann', 'bob']) await expect.poll(() => read(one, name), patience).toBeDefined();
      for (const name of ['gone-there', 'gone-here']) await expect.poll(() => read(one, name), patience).toBeUndefined();
    }
    await waitUntilEqual();
    await compare();
    for (const one of members) for (const name of ['gone-there', 'gone-here']) expect(await read(one, name)).toBeUndefined();
    for (const one of members) for (const name of ['stays', 'new-there', 'new-here']) expect(await read(one, name)).toBeDefined();
  });
});
