import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, mesh, partFor, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 30_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

async function start(count: number): Promise<Member[]> {
  const members = await startMembers(count);
  onTestFinished(async () => void (await Promise.all(members.map((one) => one.stop()))));
  return members;
}

const create = (at: Member, name: string, more: object = {}) => at.call(createUser, { body: { name, password, ...more } });
const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);
const change = (at: Member, name: string, email: string) => at.call(updateUser, { params: { name }, body: { email } });
const refused = async (at: Member) => (await at.peers.federation!.links()).flatMap((link) => link.refused);

/** Until whatever was changed at the source before this has come to the target. */
async function hasCome(source: Member, target: Member, name: string): Promise<void> {
  await create(source, name);
  await expect.poll(() => read(target, name), patience).toBeDefined();
}

it('whoever stayed as the own of a target when a star ended stays so when the next one does not take names over', async () => {
  const [source, target] = (await start(2)) as [Member, Member];
  await create(source, 'ann', { email: 'first@example.test' });
  const part = await star(source, [target]);
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ managedBy: {} });
  await source.peers.federation!.apply({ ...part, targets: [], copies: 'keep' }, by);
  await expect.poll(() => target.peers.federation!.links(), patience).toEqual([]);
  await star(source, [target]);
  await expect.poll(() => refused(source), patience).toContainEqual({ kind: 'user', name: 'ann', reason: 'name' });
  await change(source, 'ann', 'theirs@example.test');
  await hasCome(source, target, 'ben');
  expect((await read(target, 'ann'))?.managedBy).toBeUndefined();
  expect(await read(target, 'ann')).toMatchObject({ email: 'first@example.test' });
});

it('an administrator of the source is not taken for an ordinary user of that name, neither at first nor later', async () => {
  const [source, target] = (await start(2)) as [Member, Member];
  await create(source, 'boss', { administrator: true, email: 'theirs@example.test' });
  await create(source, 'mate', { email: 'theirs@example.test' });
  for (const name of ['boss', 'mate']) await create(target, name, { email: 'ours@example.test' });
  const [told] = await source.peers.federation!.forecast(partFor([target], { adopt: true }));
  expect(told!.forecast).toMatchObject({ parked: expect.arrayContaining(['boss']) as unknown, adopted: expect.arrayContaining(['mate']) as unknown });
  await star(source, [target], { adopt: true });
  await expect.poll(() => read(target, 'mate'), patience).toMatchObject({ email: 'theirs@example.test' });
  await hasCome(source, target, 'ben');
  expect(await read(target, 'boss')).toMatchObject({ email: 'ours@example.test' });
  await change(source, 'boss', 'later@example.test');
  await hasCome(source, target, 'cid');
  expect(await read(target, 'boss')).toMatchObject({ email: 'ours@example.test' });
  expect((await read(target, 'boss'))?.managedBy).toBeUndefined();
});

it('nothing is listed as lost where users of two members are taken for one who was created on different days', async () => {
  const [a, b] = (await start(2)) as [Member, Member];
  for (const one of [a, b]) await create(one, 'ann', { email: 'ann@example.test' });
  await change(b, 'ann', 'of-b@example.test');
  await change(b, 'ann', 'ann@example.test');
  await mesh([a, b], { adopt: true });
  const live = async () => (await Promise.all([a, b].map((one) => one.peers.federation!.links()))).flat().map(({ state, behind }) => [state, behind]);
  await expect.poll(live, patience).toEqual(Array.from({ length: 4 }, () => ['live', 0]));
  await hasCome(a, b, 'ben');
  await hasCome(b, a, 'cid');
  const conflicts = async () => (await Promise.all([a, b].map((one) => one.peers.federation!.conflicts()))).flat();
  expect((await conflicts()).filter(({ register }) => register === 'profile')).toEqual([]);
});

it('a source that has lost its record of a link goes on with what it had brought', async () => {
  const [source, target] = (await start(2)) as [Member, Member];
  await create(source, 'ann', { email: 'first@example.test' });
  const part = await star(source, [target]);
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ managedBy: {} });
  const db = openDatabase<AccessSchema>(source.databaseUrl, 'access', { connections: 1 });
  onTestFinished(() => db.destroy());
  await db.deleteFrom('federation_link').execute();
  await source.peers.federation!.apply(part, by);
  await change(source, 'ann', 'second@example.test');
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ email: 'second@example.test', managedBy: {} });
  expect(await refused(source)).not.toContainEqual({ kind: 'user', name: 'ann', reason: 'name' });
});
