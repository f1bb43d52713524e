import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@packhouse/contract/client.ts';
import type { Route, RouteInput, RouteReply } from '@packhouse/contract/route.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type Config, readConfig } from '@packhouse/kernel/config.ts';
import { openLogging, silentLogging } from '@packhouse/kernel/logs/logging.ts';
import type { AuditEntry, Platform, Service } from '@packhouse/kernel/platform.ts';
import { startPlatform } from '@packhouse/kernel/start-platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { FastifyInstance } from 'fastify';
import { createTestDatabase } from './test-database.ts';
import { testIdentity } from './test-identity.ts';

/** Who calls: `admin` (unless said), `anonymous`, a user name whose password is the name, a pair, or a bearer token. */
export type Caller = 'admin' | 'anonymous' | (string & {}) | { user: string; password: string } | { token: string };

export type TestCall = <R extends Route>(route: R, input: RouteInput<R>, options?: { as?: Caller; headers?: Record<string, string> }) => Promise<RouteReply<R>>;

export interface TestPlatformOptions {
  services?: readonly Service<Peers>[];
  config?: Partial<Config>;
  /** Users of the stand-in for the access service, which answers when that service is not among `services`. */
  actors?: Record<string, Partial<Actor>>;
  /** Lets anonymous visitors of the stand-in in, with these grants. */
  anonymous?: Actor['grants'];
  /** Whether queued jobs run; they do unless said. */
  jobs?: boolean;
  /** Another platform whose database and home this one shares, as a second node. */
  joins?: TestPlatform;
  /** The second node keeps a home directory of its own, as on another machine, where only the blob store is mounted; both are given the same master key then. */
  apart?: boolean;
  /** Writes logs to the home directory; nothing is logged unless said. */
  logs?: boolean;
  extend?: (app: FastifyInstance, platform: Platform, peers: Peers) => void | Promise<void>;
}

export interface TestPlatform {
  baseUrl: string;
  call: TestCall;
  /** Headers that make a plain `fetch` come from this caller. */
  headersOf(caller: Caller): Record<string, string>;
  platform: Platform;
  /** The services offer each other this; a test may put a stand-in there. */
  peers: Peers;
  app: FastifyInstance;
  adminPassword: string;
  databaseUrl: string;
  home: string;
  /** This was audited; empty when the access service itself is running. */
  audited: readonly AuditEntry[];
  stop(): Promise<void>;
}

const adminPassword = 'Test-admin-1';

function readHeaders(caller: Caller): Record<string, string> {
  if (caller === 'anonymous') return {};
  if (typeof caller === 'object' && 'token' in caller) return { authorization: `Bearer ${caller.token}` };
  const { user, password } = typeof caller === 'object' ? caller : { user: caller, password: caller === 'admin' ? adminPassword : caller };
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** Starts the platform in this process, on a fresh database and a fresh home directory, listening on a free loopback port. Loopback may be contacted. */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const services = options.services ?? [];
  const shared = options.apart ? undefined : options.joins?.home;
  const home = shared ?? (await mkdtemp(join(tmpdir(), 'packhouse-test-')));
  if (options.joins && options.apart) await symlink(join(options.joins.home, 'blobs'), join(home, 'blobs'));
  const database = options.joins ? undefined : await createTestDatabase(services);
  const databaseUrl = options.joins?.databaseUrl ?? database!.url;
  const overrides = { adminPassword, outgoing: { allow: ['127.0.0.0/8', '::1/128'], noProxy: [] }, ...options.config, home, databaseUrl };
  const identity = testIdentity({
    adminPassword,
    ...(options.actors ? { actors: options.actors } : {}),
    ...(options.anonymous ? { anonymous: options.anonymous } : {}),
  });
  const config = readConfig({}, overrides);
  const logging = options.logs ? openLogging(config) : silentLogging();
  const leave = async () => {
    logging.close();
    await database?.drop();
    if (shared === undefined) await rm(home, { recursive: true, force: true });
  };
  const running = await startPlatform({
    config,
    databaseUrl,
    version: '0.0.0-test',
    services,
    logging,
    runsJobs: options.jobs ?? true,
    identity,
    ...(options.extend ? { extend: options.extend } : {}),
  }).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  const baseUrl = await running.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    baseUrl,
    call: (route, input, { as = 'admin', headers = {} } = {}) => createClient({ baseUrl, headers: () => ({ ...readHeaders(as), ...headers }) })(route, input),
    headersOf: readHeaders,
    platform: running.platform,
    peers: running.peers,
    app: running.app,
    adminPassword,
    databaseUrl,
    home,
    audited: identity.entries,
    async stop() {
      await running.stop();
      await leave();
    },
  };
}
