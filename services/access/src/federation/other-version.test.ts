import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listTrustedDeployments, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { configureLink, FederationReceipt, sendBatch } from '@packhouse/contract/access/federation-peer-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, mesh, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 60_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Front {
  url: string;
  /** Requests, as method and path. */
  asked: string[];
}

/** Stands before a platform, and lets it answer as a version before did. */
async function standBefore(to: string, grow: (asked: string, answer: Answer) => Answer): Promise<Front> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const what = `${request.method} ${request.url}`;
      asked.push(what);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'connection' && name !== 'content-length'),
      ) as Record<string, string>;
      const answer = await fetch(`${to}${request.url}`, { method: request.method!, headers, ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) });
      const text = await answer.text();
      const { status, body } = text.startsWith('{')
        ? grow(what, { status: answer.status, body: JSON.parse(text) as Answer['body'] })
        : { status: answer.status, body: undefined };
      const kept = [...answer.headers].filter(
        ([name]) => !['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive'].includes(name),
      );
      response.writeHead(status, Object.fromEntries(kept)).end(body === undefined ? text : JSON.stringify(body));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function start() {
  const members = (await startMembers(2)) as [Member, Member];
  const databases = members.map((one) => openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 1 }));
  onTestFinished(async () => {
    await Promise.all(databases.map((db) => db.destroy()));
    await Promise.all(members.map((one) => one.stop()));
  });
  const [source, target] = members;
  await source.call(createUser, { body: { name: 'ann', password, email: 'first@example.test' } });
  return { source, target, db: databases[0]!, other: databases[1]! };
}

/** Has one reach the other by way of what stands before it. */
async function goBy(one: Member, { url }: Front): Promise<void> {
  const { id, name, allowPrivate, accepts } = (await one.call(listTrustedDeployments, {})).items[0]!;
  await one.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts } });
}

const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);
const change = (at: Member, email: string) => at.call(updateUser, { params: { name: 'ann' }, body: { email } });
const outLink = async (at: Member) => (await at.peers.federation!.links()).find(({ direction }) => direction === 'out');

it('an older target, which neither compares nor says what waits, is brought everything, and asked no more often than another', async () => {
  const { source, target } = await start();
  const front = await standBefore(target.baseUrl, (asked, { status, body }) => {
    if (asked.endsWith('/comparisons')) return { status: 404, body: { errors: [{ message: 'Not found' }] } };
    const { generation: _, waiting: __, ...rest } = body;
    if (Array.isArray(rest.seen)) rest.seen = (rest.seen as { origin: string; number: number }[]).map(({ origin, number }) => ({ origin, number }));
    return { status, body: rest };
  });
  await goBy(source, front);
  const part = await star(source, [target]);
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ email: 'first@example.test' });
  await expect.poll(() => outLink(source), patience).toMatchObject({ state: 'live', error: null, behind: 0 });
  const compared = (await outLink(source))!.compared?.at;
  await source.peers.federation!.compare(part.federation, by);
  await expect.poll(async () => (await outLink(source))!.compared?.at, patience).not.toBe(compared);
  expect(await outLink(source)).toMatchObject({ state: 'live', error: null });
  const batches = () => front.asked.filter((asked) => asked.endsWith('/batches')).length;
  const before = batches();
  await change(source, 'second@example.test');
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ email: 'second@example.test' });
  await expect.poll(() => outLink(source), patience).toMatchObject({ behind: 0 });
  expect(batches() - before).toBe(1);
});

it('a target that does not know a kind of entries refuses the link in words, is asked once for each try, and goes on once that kind is left out', async () => {
  const { source, target, db } = await start();
  const front = await standBefore(target.baseUrl, (_, answer) => answer);
  await goBy(source, front);
  const part = await star(source, [target]);
  await expect.poll(() => read(target, 'ann'), patience).toBeDefined();
  await expect.poll(() => outLink(source), patience).toMatchObject({ state: 'live' });
  front.asked.length = 0;
  // A version to come has more kinds than these.
  await sql`update federation_link set types = types || '{ROBOTS}', phase = 'configuring', generation = generation + 1, next_at = now() where direction = 'out'`.execute(
    db,
  );
  const failures = async () => (await db.selectFrom('federation_link').select('failures').executeTakeFirstOrThrow()).failures;
  await expect.poll(failures, patience).toBeGreaterThan(2);
  const { rows } = await sql<{ said: { reason: string; values: { status: number } }; wait: number }>`
    select said, extract(epoch from next_at - now())::float8 as wait from federation_link`.execute(db);
  expect(rows[0]).toMatchObject({ said: { reason: 'peer_refused', values: { status: 400 } } });
  const tries = front.asked.filter((asked) => asked.startsWith('PUT '));
  // One may be under way that has not failed yet.
  expect(tries.length).toBeLessThanOrEqual((await failures()) + 1);
  expect(front.asked.filter((asked) => asked.endsWith('/batches'))).toEqual([]);
  await change(source, 'second@example.test');
  await source.peers.federation!.apply({ ...part, types: ['USERS', 'GROUPS'] }, by);
  await expect.poll(() => read(target, 'ann'), patience).toMatchObject({ email: 'second@example.test' });
});

let number = 0;
const makeRegister = (source: Member, uid: string, register: string, value: unknown) => {
  number += 1;
  const stamp = `${Date.now().toString(16).padStart(12, '0')}0000`;
  return { kind: 'user', uid, register, value, stamp, origin: `${source.id}.later`, number, replaced: '', signature: '' };
};

/** Sends what another version would send; answers what became of it. */
async function send(source: Member, target: Member, entries: object[], id?: string) {
  const link = id ?? (await outLink(source))!.id;
  const json = { from: 0, to: 0, generation: 1, completes: false, entries, withdrawn: [] };
  const { text } = await source.peers.trust!.call(target.id, { method: 'POST', path: sendBatch.url.replace(':link', link), json });
  return FederationReceipt.parse(JSON.parse(text)).results;
}

const known = {
  email: 'new@example.test',
  realm: 'internal',
  profileUpdatable: true,
  consoleAccess: true,
  passwordEnabled: true,
  passwordExpired: false,
  duties: [],
};

it('what a later version says besides is kept and handed back, though nobody here knows what it means', async () => {
  const { source, target, db, other } = await start();
  await mesh([source, target]);
  await expect.poll(() => read(target, 'ann'), patience).toBeDefined();
  await expect.poll(() => outLink(source), patience).toMatchObject({ state: 'live' });
  const uid = randomUUID();
  const entries = [
    makeRegister(source, uid, 'avatar', { colour: 'green' }),
    makeRegister(source, uid, 'mark/paused/1', 'set'),
    makeRegister(source, uid, 'profile', { ...known, name: 'bea', createdAt: '2026-01-01T00:00:00Z', pronouns: 'they' }),
  ];
  expect(await send(source, target, entries)).toEqual(['applied', 'applied', 'applied']);
  expect(await read(target, 'bea')).toMatchObject({ email: 'new@example.test', status: 'enabled' });
  await target.call(updateUser, { params: { name: 'bea' }, body: { email: 'changed@example.test' } });
  const profileAt = async (at: typeof db) =>
    (await at.selectFrom('federation_register').select('value').where('uid', '=', uid).where('register', '=', 'profile').executeTakeFirst())?.value;
  for (const at of [other, db]) await expect.poll(() => profileAt(at), patience).toMatchObject({ email: 'changed@example.test', pronouns: 'they' });
  expect(await read(source, 'bea')).toMatchObject({ email: 'changed@example.test' });
});

it('a copy of which a later version says more is as it was sent, and nothing is repaired every night', async () => {
  const { source, target, other } = await start();
  const part = await star(source, [target]);
  await expect.poll(() => outLink(source), patience).toMatchObject({ state: 'live' });
  await expect.poll(() => read(target, 'ann'), patience).toBeDefined();
  // Both ends hold it so, and the target does not know the field.
  await sql`update federation_register set value = value || '{"pronouns": "they"}' where register = 'profile' and value->>'name' = 'ann'`.execute(other);
  const repaired = async () => (await sql`select 1 from audit_record where action = 'federation.repaired'`.execute(other)).rows.length;
  await source.peers.federation!.compare(part.federation, by);
  await expect.poll(async () => (await outLink(source))!.compared, patience).not.toBeNull();
  expect(await repaired()).toBe(0);
});

it('a link that an older source sets up, and users of whom it says less, are taken', async () => {
  const { source, target } = await start();
  const id = randomUUID();
  const link = { federation: randomUUID(), sourceName: 'Old', mode: 'star', types: ['USERS'], adopt: false, adoptAdministrators: false, issuers: [] };
  expect(await source.peers.trust!.call(target.id, { method: 'PUT', path: configureLink.url.replace(':link', id), json: link })).toMatchObject({ status: 200 });
  expect(await send(source, target, [makeRegister(source, randomUUID(), 'profile', { name: 'bea', email: 'bea@example.test' })], id)).toEqual(['applied']);
  expect(await read(target, 'bea')).toMatchObject({ email: 'bea@example.test', status: 'enabled', realm: 'internal', passwordEnabled: true });
});
