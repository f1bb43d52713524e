import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, mesh, partFor, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 30_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

type Database = ReturnType<typeof openDatabase<AccessSchema>>;

async function start() {
  const members = (await startMembers(2)) as [Member, Member];
  const databases = members.map((one) => openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 1 })) as [Database, Database];
  onTestFinished(async () => {
    await Promise.all(databases.map((db) => db.destroy()));
    await Promise.all(members.map((one) => one.stop()));
  });
  return { members, databases };
}

const create = (at: Member, name: string) => at.call(createUser, { body: { name, password } });
const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);
const change = (at: Member, name: string, body: object) => at.call(updateUser, { params: { name }, body });
/** What is kept of the password of `ann`. */
const readHash = async (db: Database) => (await db.selectFrom('user').select('password_hash').where('name', '=', 'ann').executeTakeFirst())?.password_hash;

/** Has both ends compared; answers how many entries differed. */
async function compare(at: Member, db: Database, federation: string): Promise<number> {
  await sql`update federation_link set compared_at = null, compared = null`.execute(db);
  await at.peers.federation!.compare(federation, by);
  const readCompared = async () => (await at.peers.federation!.links()).find(({ direction }) => direction === 'out')?.compared;
  await expect.poll(readCompared, patience).toMatchObject({ healed: expect.any(Number) as unknown });
  return (await readCompared())!.healed;
}

it('without passwords a star brings users who have those of the target, which no change and no comparison takes away', async () => {
  const { members, databases } = await start();
  const [source, target] = members;
  const [from, to] = databases;
  await create(source, 'ann');
  const part = await star(source, [target], { passwords: false });
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ managedBy: { ownPassword: true } });
  expect(await readHash(to)).toBeNull();
  expect(await to.selectFrom('federation_register').select('uid').where('register', '=', 'password').execute()).toEqual([]);

  await change(target, 'ann', { password: 'Chosen-here-2' });
  const own = await readHash(to);
  expect(own).toBeTypeOf('string');
  await expect(change(target, 'ann', { email: 'ours@example.test' })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Managed by') as unknown,
  });
  await change(source, 'ann', { email: 'later@example.test', passwordExpired: true });
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ email: 'later@example.test', passwordExpired: false });
  // The first one may heal what was written down there of the copy.
  await compare(source, from, part.federation);
  expect(await compare(source, from, part.federation)).toBe(0);
  expect(await readHash(to)).toBe(own);

  await source.peers.federation!.apply({ ...part, passwords: true }, by);
  const sent = await readHash(from);
  await expect.poll(() => readHash(to), patience).toBe(sent);
  await expect(change(target, 'ann', { password: 'Chosen-here-2' })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Managed by') as unknown,
  });

  await source.peers.federation!.apply({ ...part, passwords: false }, by);
  await change(source, 'ann', { password: 'Another-one-3', email: 'last@example.test' });
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ email: 'last@example.test' });
  // What was sent before stays.
  expect(await readHash(to)).toBe(sent);
  expect(await readHash(from)).not.toBe(sent);
});

it('in a mesh without passwords nobody loses one, neither by changes elsewhere nor when passwords are shared later', async () => {
  const { members, databases } = await start();
  const [a, b] = members;
  const [here, there] = databases;
  await create(a, 'ann');
  const hash = await readHash(here);
  const federation = await mesh(members, { passwords: false });
  await expect.poll(() => read(b, 'ann'), patience).toBeDefined();
  await change(b, 'ann', { email: 'of-b@example.test' });
  await expect.poll(() => read(a, 'ann'), patience).toMatchObject({ email: 'of-b@example.test' });
  expect(await readHash(here)).toBe(hash);
  expect(await readHash(there)).toBeNull();
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    await one.peers.federation!.apply(partFor([other], { federation, mode: 'mesh', passwords: true }), by);
  await expect.poll(() => readHash(there), patience).toBe(hash);
  expect(await readHash(here)).toBe(hash);
});
