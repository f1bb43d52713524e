import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createToken, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { listTrustedDeployments, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { configureLink } from '@packhouse/contract/access/federation-peer-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { standBetween } from '@packhouse/testkit/stand-between.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 20_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

let source: Member;
let target: Member;
let there: Kysely<AccessSchema>;
let here: Kysely<AccessSchema>;
let part: Awaited<ReturnType<typeof star>>;

beforeAll(async () => {
  [source, target] = (await startMembers(2)) as [Member, Member];
  for (const name of ['ann', 'bob', 'cid', 'dan']) await source.call(createUser, { body: { name, password, email: `${name}@example.test` } });
  await source.call(createGroup, { body: { name: 'makers', members: ['ann'] } });
  [here, there] = [source, target].map((one) => openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 1 })) as [
    Kysely<AccessSchema>,
    Kysely<AccessSchema>,
  ];
  const grants = { resourceType: 'repository', names: ['ANY'], users: [{ name: 'ann', actions: ['read'] }], groups: [{ name: 'makers', actions: ['deploy'] }] };
  await source.call(createPermission, { body: { name: 'making', sections: [grants] } as never });
  part = await star(source, [target]);
});
afterAll(async () => {
  await Promise.all([here, there].map((one) => one.destroy()));
  await Promise.all([source, target].map((one) => one.stop()));
});

const at = (name: string) => target.call(readUser, { params: { name } });
const readLink = async () => (await source.peers.federation!.links())[0]!;

/** Compares both ends and waits for what was found. */
async function compare() {
  const before = (await readLink()).compared?.at;
  await source.peers.federation!.compare(part.federation, by);
  await expect.poll(async () => (await readLink()).compared?.at, patience).not.toBe(before);
  return (await readLink()).compared!;
}

/** As if a change had been lost on the way, or an old backup put in: nobody notes it. */
async function behindTheBack(db: Kysely<AccessSchema>, ...statements: ReturnType<typeof sql>[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const statement of statements) await statement.execute(transaction);
  });
}

describe('The comparison of both ends of a link', () => {
  it('finds nothing where nothing was lost', async () => {
    await expect.poll(() => at('dan').catch(() => undefined), patience).toBeDefined();
    await expect.poll(async () => (await readLink()).state, patience).toBe('live');
    expect(await compare()).toMatchObject({ healed: 0, entries: expect.any(Number) });
    expect((await readLink()).compared!.entries).toBeGreaterThan(10);
  });

  it('brings back what was lost at the target, and what was changed there by hand', async () => {
    const uid = sql`(select uid from "user" where name = 'ann')`;
    await behindTheBack(
      there,
      sql`delete from federation_register where uid = ${uid}`,
      sql`delete from federation_copy where uid = ${uid}`,
      sql`delete from "user" where name = 'ann'`,
    );
    await behindTheBack(there, sql`update "user" set email = 'by-hand@example.test' where name = 'bob'`);
    // Others are noted, as changes of this deployment are.
    await sql`update "user" set email = 'noted@example.test' where name = 'cid'`.execute(there);
    await sql`delete from "user" where name = 'dan'`.execute(there);
    expect((await compare()).healed).toBeGreaterThan(3);
    expect(await at('ann')).toMatchObject({ email: 'ann@example.test', groups: expect.arrayContaining(['makers']) as unknown });
    for (const name of ['bob', 'cid', 'dan']) expect(await at(name)).toMatchObject({ email: `${name}@example.test` });
    expect(await compare()).toMatchObject({ healed: 0 });
  });

  it('takes copies away that their source has no more, though nobody told so, and sends what it was never told', async () => {
    await behindTheBack(
      here,
      sql`delete from federation_register where uid = (select uid from "user" where name = 'dan')`,
      sql`delete from "user" where name = 'dan'`,
    );
    await source.call(createUser, { body: { name: 'eve', password } });
    await expect.poll(() => at('eve').catch(() => undefined), patience).toBeDefined();
    await behindTheBack(there, sql`delete from federation_register where uid = (select uid from "user" where name = 'eve') and register = 'profile'`);
    expect((await compare()).healed).toBeGreaterThan(1);
    await expect(at('dan')).rejects.toMatchObject({ code: 'user_not_found' });
    expect(await sql`select 1 from federation_register where register = 'profile' and value->>'name' = 'eve'`.execute(there)).toMatchObject({ rows: [{}] });
    expect(await compare()).toMatchObject({ healed: 0 });
  });

  it('leaves alone what the target adds: who is disabled there, and who is in groups of its own', async () => {
    await target.call(updateUser, { params: { name: 'bob' }, body: { status: 'disabled' } });
    await target.call(createGroup, { body: { name: 'locals', members: ['ann'] } });
    expect(await compare()).toMatchObject({ healed: 0 });
    expect(await at('bob')).toMatchObject({ status: 'disabled' });
    expect((await at('ann')).groups).toContain('locals');
    const { id } = await source.call(createToken, { body: { userName: 'ann', includeReferenceToken: true } });
    const token = () => there.selectFrom('access_token').select(['revoked_at', 'reference_hash']).where('id', '=', id).executeTakeFirst();
    await expect.poll(token, patience).toMatchObject({ revoked_at: null, reference_hash: expect.any(String) });
    await target.call(revokeToken, { params: { id } });
    for (let night = 0; night < 2; night++) expect(await compare()).toMatchObject({ healed: 0 });
    expect(await token()).toEqual({ revoked_at: expect.any(Date), reference_hash: null });
  });

  it('lets no change wait for it, and counts none of those that were made meanwhile', async () => {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const wire = await standBetween(target.baseUrl, async ({ url }) => {
      if (!url?.endsWith('/comparisons')) return true;
      asked.resolve();
      await held.promise;
      return true;
    });
    const { id, name, url, allowPrivate, accepts } = (await source.call(listTrustedDeployments, {})).items[0]!;
    const reachBy = (address: string) => source.call(updateTrustedDeployment, { params: { id }, body: { name, url: address, allowPrivate, accepts } });
    await reachBy(wire.url);
    const comparing = compare();
    await asked.promise;
    await source.call(updateUser, { params: { name: 'cid' }, body: { email: 'meanwhile@example.test' } });
    await source.call(createUser, { body: { name: 'gil', password } });
    await expect.poll(() => at('cid'), patience).toMatchObject({ email: 'meanwhile@example.test' });
    await expect.poll(() => at('gil').catch(() => undefined), patience).toBeDefined();
    held.resolve();
    expect(await comparing).toMatchObject({ healed: 0 });
    expect(await at('gil')).toBeDefined();
    await reachBy(url);
    await wire.stop();
  });
});

describe('A link', () => {
  it('is set up again where its end has lost it', async () => {
    await sql`delete from federation_link`.execute(there);
    await source.call(createUser, { body: { name: 'fay', password } });
    await expect.poll(() => at('fay').catch(() => undefined), patience).toBeDefined();
  });

  it('is as it was described last, in whatever order two descriptions come', async () => {
    const { id } = await readLink();
    await source.peers.federation!.apply({ ...part, types: ['USERS', 'GROUPS'] }, by);
    const typesThere = async () => (await target.peers.federation!.links())[0]!.types;
    await expect.poll(typesThere, patience).toEqual(['USERS', 'GROUPS']);
    const late = {
      federation: part.federation,
      sourceName: 'late',
      mode: 'star',
      types: ['USERS'],
      adopt: false,
      adoptAdministrators: false,
      issuers: [],
      generation: 1,
    };
    const { status, text } = await source.peers.trust!.call(target.id, { method: 'PUT', path: configureLink.url.replace(':link', id), json: late });
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ generation: expect.any(Number) })]);
    expect(await typesThere()).toEqual(['USERS', 'GROUPS']);
    await expect.poll(async () => (await readLink()).state, patience).toBe('live');
  });

  it('says why it fails in words that can be put into other languages', async () => {
    const { items } = await target.call(listTrustedDeployments, {});
    const { id, name, url, allowPrivate, accepts } = items[0]!;
    await target.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts: { ...accepts, entities: ['USERS'] } } });
    const steps = await source.peers.federation!.apply(part, by);
    const why = { reason: 'type_not_accepted', values: { types: 'GROUPS, PERMISSIONS, TOKENS' } };
    const said = { reason: 'peer_refused', values: { status: 403, reason: why } };
    expect(steps.find(({ label }) => label === 'accept')).toMatchObject({ status: 'failed', message: said });
    await expect.poll(async () => (await readLink()).error, patience).toMatchObject(said);
  });
});
