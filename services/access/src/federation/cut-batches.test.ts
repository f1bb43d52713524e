import { randomUUID } from 'node:crypto';
import { listTrustedDeployments, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { FederationReceipt, sendBatch } from '@packhouse/contract/access/federation-peer-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { cutOff, type Member, mesh, star, startMembers } from './federation-test-platforms.ts';
import { getSignedBytes, type Json, type Register } from './merge/register.ts';

const patience = { timeout: 60_000, interval: 50 };
const password = 'Secret-pass-1';
const makeStamp = () => `${Date.now().toString(16).padStart(12, '0')}0000`;
const profile = {
  email: 'theirs@example.test',
  realm: 'internal',
  profileUpdatable: true,
  consoleAccess: true,
  passwordEnabled: true,
  passwordExpired: false,
  duties: [],
};

let number = 0;
/** Everything about an administrator in the order in which a first sync sends it. */
function portray(name: string, uid: string, origin: string): Register[] {
  const registers: [string, Json][] = [
    ['administrator', true],
    [`member/${randomUUID()}`, true],
    ['password', { hash: null, changedAt: null }],
    ['profile', { ...profile, name, createdAt: '2026-01-01T00:00:00Z' }],
  ];
  return registers.map(([register, value]) => {
    number += 1;
    return { kind: 'user', uid, register, value, stamp: makeStamp(), origin, number, replaced: '' };
  });
}
const cuts = Array.from({ length: 5 }, (_, cut) => cut);

/** Sends a part of what a source has; answers what the target says of it. */
async function send(source: Member, target: Member, entries: readonly object[]) {
  const link = (await source.peers.federation!.links()).find(({ direction }) => direction === 'out')!;
  const json = { from: 0, to: 0, generation: 1, completes: false, entries, withdrawn: [] };
  const { text } = await source.peers.trust!.call(target.id, { method: 'POST', path: sendBatch.url.replace(':link', link.id), json });
  return FederationReceipt.parse(JSON.parse(text));
}

describe('an administrator whose right and whose rest come in two batches', () => {
  let source: Member;
  let target: Member;
  beforeAll(async () => {
    [source, target] = (await startMembers(2)) as [Member, Member];
    await star(source, [target], { adopt: true });
    await vi.waitUntil(async () => (await source.peers.federation!.links())[0]?.state === 'live', patience);
  });
  afterAll(() => Promise.all([source, target].map((one) => one.stop())));

  /** What the target makes of an administrator, wherever the batch is cut; the name is written as `boss`. */
  async function bring(name: string, cut: number) {
    const entries = portray(name, randomUUID(), `${source.id}.cuts`).map((one) => ({ ...one, signature: '' }));
    const refused = new Set<string>();
    for (const part of [entries.slice(0, cut), entries.slice(cut)]) {
      const receipt = await send(source, target, part);
      for (const one of [...receipt.refused, ...(receipt.waiting?.first ?? []).filter((waiting) => waiting.name === name)])
        refused.add(`${one.name} ${one.reason}`);
    }
    const found = await target.call(readUser, { params: { name } }).catch(() => undefined);
    return {
      refused: [...refused].toSorted().map((one) => one.replace(name, 'boss')),
      found: found && { email: found.email, administrator: found.administrator, isManaged: found.managedBy !== undefined },
    };
  }

  it.each(cuts)('waits for a name that somebody ordinary has here, cut before the register %i', async (cut) => {
    await target.call(createUser, { body: { name: `boss-${cut}`, password, email: 'ours@example.test' } });
    expect(await bring(`boss-${cut}`, cut)).toEqual({
      refused: ['boss administrator'],
      found: { email: 'ours@example.test', administrator: false, isManaged: false },
    });
  });

  it.each(cuts)('comes without the right where that is not accepted, and is told of by name, cut before the register %i', async (cut) => {
    expect(await bring(`new-boss-${cut}`, cut)).toEqual({
      refused: ['boss administrator'],
      found: { email: 'theirs@example.test', administrator: false, isManaged: true },
    });
  });

  it.each(cuts)('comes as an administrator where that is accepted, cut before the register %i', async (cut) => {
    const { id, name, url, allowPrivate, accepts } = (await target.call(listTrustedDeployments, {})).items[0]!;
    await target.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts: { ...accepts, administrators: true } } });
    expect(await bring(`true-boss-${cut}`, cut)).toEqual({ refused: [], found: { email: 'theirs@example.test', administrator: true, isManaged: true } });
  });
});

it.each(cuts)('what a member of a mesh wrote itself and lost is its own when it comes back, cut before the register %i', async (cut) => {
  const [a, b] = (await startMembers(2)) as [Member, Member];
  const db = openDatabase<AccessSchema>(b.databaseUrl, 'access', { connections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await Promise.all([a, b].map((one) => one.stop()));
  });
  await mesh([a, b]);
  const sign = await b.peers.trust!.signer();
  const uid = randomUUID();
  const entries = portray('lost', uid, `${b.id}.before`)
    .filter(({ register }) => register !== 'administrator')
    .map((one) => ({ ...one, signature: Buffer.from(sign(getSignedBytes(one))).toString('base64') }));
  for (const part of [entries.slice(0, cut), entries.slice(cut)]) await send(a, b, part);
  expect(await b.call(readUser, { params: { name: 'lost' } })).toMatchObject({ email: profile.email });
  const { rows } = await sql`select 1 from federation_copy where uid = ${uid}`.execute(db);
  expect(rows).toEqual([]);
});

it('a right that was given long after its user was made goes with the user, however many changes are between', async () => {
  const [source, target] = (await startMembers(2)) as [Member, Member];
  const databases = new Map<Member, Kysely<AccessSchema>>(
    [source, target].map((one) => [one, openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 1 })]),
  );
  onTestFinished(async () => {
    await Promise.all([...databases.values()].map((db) => db.destroy()));
    await Promise.all([source, target].map((one) => one.stop()));
  });
  await target.call(createUser, { body: { name: 'ann', password, email: 'ours@example.test' } });
  await star(source, [target], { adopt: true });
  await expect.poll(async () => (await source.peers.federation!.links())[0]?.state, patience).toBe('live');
  await cutOff(databases, source, true);
  const db = databases.get(source)!;
  const isWritten = (register: string, name: string) => async () =>
    (await sql`select 1 from federation_register as r join "user" as u on u.uid = r.uid where r.register = ${register} and u.name = ${name}`.execute(db)).rows
      .length;
  await source.call(createUser, { body: { name: 'ann', password, email: 'theirs@example.test' } });
  await expect.poll(isWritten('profile', 'ann'), patience).toBe(1);
  // More than goes in one batch.
  await sql`insert into "user" (name) select 'filler-' || number from generate_series(1, 600) as number`.execute(db);
  await expect.poll(isWritten('profile', 'filler-600'), patience).toBe(1);
  await source.call(updateUser, { params: { name: 'ann' }, body: { administrator: true } });
  await expect.poll(isWritten('administrator', 'ann'), patience).toBe(1);
  await cutOff(databases, source, false);
  await expect.poll(() => target.call(readUser, { params: { name: 'filler-600' } }).catch(() => undefined), patience).toBeDefined();
  await expect.poll(async () => (await source.peers.federation!.links())[0], patience).toMatchObject({ state: 'live', behind: 0 });
  expect(await target.call(readUser, { params: { name: 'ann' } })).toMatchObject({ email: 'ours@example.test', administrator: false });
});
