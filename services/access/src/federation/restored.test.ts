import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { FederationReceipt } from '@packhouse/contract/access/federation-peer-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { backUp, findDifferences, type Member, mesh, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 60_000, interval: 50 };
const password = 'Secret-pass-1';

let members: [Member, Member, Member];
const databases = new Map<Member, Kysely<AccessSchema>>();

beforeAll(async () => {
  members = (await startMembers(3)) as typeof members;
  for (const one of members) databases.set(one, openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 2 }));
  await mesh(members, { adopt: true });
});
afterAll(async () => {
  await Promise.all([...databases.values()].map((one) => one.destroy()));
  await Promise.all(members.map((one) => one.stop()));
});

const create = (at: Member, name: string) => at.call(createUser, { body: { name, password, email: `${name}@example.test` } });
const change = (at: Member, name: string, email: string) => at.call(updateUser, { params: { name }, body: { email } });
const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);
const readState = (at: Member) => databases.get(at)!.selectFrom('federation_state').select(['incarnation', 'number']).executeTakeFirstOrThrow();
const readIncarnations = async () => (await Promise.all(members.map(readState))).map(({ incarnation }) => incarnation);

/** Lets one member send nothing to another, or send again. */
async function part(from: Member, to: Member, on: boolean): Promise<void> {
  const db = databases.get(from)!;
  await sql`update federation_link set next_at = ${on ? sql`'infinity'` : sql`now()`} where direction = 'out' and peer = ${to.id}`.execute(db);
  // What is under way still sees what is changed now.
  if (on) await vi.waitUntil(async () => (await sql`select 1 from federation_link where lease_until > now()`.execute(db)).rows.length === 0, patience);
}

async function partAll(on: boolean): Promise<void> {
  for (const from of members) for (const to of members) if (from !== to) await part(from, to, on);
}

async function waitUntilEqual(): Promise<void> {
  const unfinished = async () =>
    (await Promise.all(members.map((one) => one.peers.federation!.links())))
      .flat()
      .filter(({ direction, state, behind }) => direction === 'out' && (state !== 'live' || behind > 0));
  await expect.poll(unfinished, patience).toEqual([]);
  await expect.poll(() => findDifferences(databases), patience).toEqual([]);
}

/** Until everything that was changed there has its number. */
async function waitUntilNumbered(at: Member): Promise<void> {
  await expect.poll(() => databases.get(at)!.selectFrom('federation_dirty').select('id').execute(), patience).toEqual([]);
}

/**
 * The first member tells each of the others, who hear of nobody else, something; it is put back to before that, and writes as much as `again` does before it
 * hears from anybody.
 */
async function loseAndWrite(name: string, again: (a: Member) => Promise<void>, meanwhile = async () => {}): Promise<{ before: number; after: number }> {
  const [a, b, c] = members;
  await waitUntilEqual();
  await partAll(true);
  const restore = await backUp(databases.get(a)!);
  for (const [index, other] of [b, c].entries()) {
    await create(a, `${name}-${index}`);
    await part(a, other, false);
    await expect.poll(() => read(other, `${name}-${index}`), patience).toBeDefined();
    await part(a, other, true);
  }
  const before = await readState(a);
  await restore();
  await meanwhile();
  await again(a);
  await waitUntilNumbered(a);
  const after = await readState(a);
  await partAll(false);
  return { before: before.number, after: after.number };
}

describe('A member of a mesh that was restored from a backup', () => {
  it('gets back what it lost, though it has written more than that before it heard from anybody', async () => {
    const [a] = members;
    await create(a, 'ann');
    await waitUntilEqual();
    const incarnations = await readIncarnations();
    const numbers = await loseAndWrite('lost', async () => {
      for (const name of ['new-1', 'new-2', 'new-3', 'new-4']) await create(a, name);
      await change(a, 'ann', 'new-life@example.test');
    });
    expect(numbers.after).toBeGreaterThan(numbers.before);
    for (const name of ['lost-0', 'lost-1', 'new-1', 'new-4']) for (const one of members) await expect.poll(() => read(one, name), patience).toBeDefined();
    await waitUntilEqual();
    for (const one of members) expect(await read(one, 'ann')).toMatchObject({ email: 'new-life@example.test' });
    const [ofA, ...ofOthers] = await readIncarnations();
    expect(ofA).not.toBe(incarnations[0]);
    expect(ofOthers).toEqual(incarnations.slice(1));
  });

  it('is noticed by its numbers alone where the others are of a version that keeps no marks', async () => {
    const [before] = await readIncarnations();
    await loseAndWrite(
      'unmarked',
      (a) => change(a, 'ann', 'one-change@example.test').then(() => undefined),
      async () => {
        for (const other of members.slice(1)) await databases.get(other)!.updateTable('federation_seen').set({ marked: null, mark: null }).execute();
      },
    );
    for (const one of members) for (const name of ['unmarked-0', 'unmarked-1']) await expect.poll(() => read(one, name), patience).toBeDefined();
    await waitUntilEqual();
    expect((await readIncarnations())[0]).not.toBe(before);
    const receipt = { gap: false, results: [], refused: [], skew: null, seen: [{ origin: 'other.1', number: 5 }] };
    expect(FederationReceipt.parse(receipt).seen).toEqual([{ origin: 'other.1', number: 5, mark: null }]);
  });

  it('goes on as it is when nothing was lost, whatever is sent again', async () => {
    const [a, b] = members;
    await waitUntilEqual();
    const incarnations = await readIncarnations();
    // A receipt that was lost, and everything once more from both ends.
    await sql`update federation_link set position = greatest(position - 5, 0) where direction = 'out'`.execute(databases.get(a)!);
    for (const one of [a, b])
      for (const { federation } of await one.peers.federation!.links()) await one.peers.federation!.broadcast(federation, { actor: 'admin', address: '' });
    await change(b, 'ann', 'at-last@example.test');
    await expect.poll(() => read(a, 'ann'), patience).toMatchObject({ email: 'at-last@example.test' });
    await waitUntilEqual();
    expect(await readIncarnations()).toEqual(incarnations);
  });
});
