import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createPairingToken, listTrustedDeployments, pairDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { executeFederation, readFederation, removeFederation } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { startDatabase } from '@packhouse/testkit/start-database.ts';
import pg from 'pg';
import { freePort } from '../../../tools/serve/free-port.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

const password = 'Benchmark-2-cores';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

/** A platform that shares what it knows of people; the first of them is the one that says who shares with whom. */
export interface Member {
  readonly name: string;
  readonly id: string;
  readonly call: Call;
  readonly database: string;
  readonly client: pg.Client;
  server: PackhouseProcess;
  /** Starts it again after it was killed. */
  again(): Promise<void>;
}

/** Starts one on a database of its own of this server, with those services alone that a federation needs. */
export async function startMember(root: string, name: string, postgres: Awaited<ReturnType<typeof startDatabase>>, isFirst: boolean): Promise<Member> {
  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const database = postgres.url(name);
  const port = await freePort();
  const env = {
    DATABASE_URL: database,
    PACKHOUSE_MASTER_KEY: 'ab'.repeat(32),
    PACKHOUSE_BASE_URL: `http://127.0.0.1:${port}`,
    PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8',
    PACKHOUSE_SERVICES: isFirst ? 'access,mission-control' : 'access',
  };
  const start = () => startPackhouse({ home: join(root, name), port, adminPassword: password, workers: 1, env });
  const server = await start();
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('set search_path = access');
  const { self } = await call(listTrustedDeployments, {});
  const member: Member = {
    name,
    id: self.id,
    call,
    database,
    client,
    server,
    again: async () => {
      member.server = await start();
    },
  };
  return member;
}

/** Lets one trust another, for whatever a federation needs. */
export async function pair(one: Member, other: Member): Promise<void> {
  const { token } = await other.call(createPairingToken, { body: { purposes: ['federation', 'mission-control'], allowPrivate: true } });
  await one.call(pairDeployment, { body: { token, name: other.name, allowPrivate: true } });
}

/** Waits until this is so; answers the milliseconds that it took. */
async function wait(isSo: () => Promise<boolean>, every = 10): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) await setTimeout(every);
  return performance.now() - began;
}

/** Federates members as a star from the first, or as a mesh; answers the milliseconds until every link has told everything. */
export async function federate([first, ...others]: readonly [Member, ...Member[]], mode: 'star' | 'mesh'): Promise<number> {
  const links = others.length * (mode === 'star' ? 1 : others.length + 1);
  const began = performance.now();
  const targets = others.map(({ id }) => id);
  const { id } = await first.call(executeFederation, {
    body: { mode, source: first.id, targets, entityTypes: ['USERS', 'GROUPS', 'PERMISSIONS'], adopt: true },
  });
  await wait(async () => {
    const federation = await first.call(readFederation, { params: { source: id } });
    return federation.links.filter(({ state, behind }) => state === 'live' && behind === 0).length === links;
  }, 250);
  return performance.now() - began;
}

/** Ends what the first of them federates, and waits until it has. */
export async function endFederation({ call, id }: Member): Promise<void> {
  await call(removeFederation, { params: { source: id }, query: {} });
  await wait(
    () =>
      call(readFederation, { params: { source: id } }).then(
        () => false,
        () => true,
      ),
    250,
  );
}

const count = `select count(*)::int as entries, md5(string_agg(concat_ws(' ', kind, uid, register, stamp, origin, value), ' ' order by kind, uid, register)) as all
  from federation_register where starts_with(origin, $1)`;

/** How many entries the members hold; refuses where they do not hold the same of what this one wrote, or of what anybody wrote. */
export async function requireSame(members: readonly Member[], writer = ''): Promise<number> {
  const held = await Promise.all(members.map(async ({ client }) => (await client.query<{ entries: number; all: string }>(count, [writer])).rows[0]!));
  if (new Set(held.map(({ all }) => all)).size > 1) throw new Error(`they hold different things: ${JSON.stringify(held.map(({ entries }) => entries))}`);
  return held[0]!.entries;
}

/** Milliseconds until each of these reads the e-mail address of a user that was changed somewhere, the quickest first. */
export async function awaitEmail(members: readonly Member[], user: string, email: string): Promise<number[]> {
  const began = performance.now();
  const times = await Promise.all(
    members.map(async ({ client }) => {
      await wait(async () => (await client.query('select 1 from "user" where name = $1 and email = $2', [user, email])).rowCount === 1);
      return performance.now() - began;
    }),
  );
  return times.sort((one, other) => one - other);
}
