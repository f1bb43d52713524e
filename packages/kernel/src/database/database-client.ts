import type { Socket } from 'node:net';
import { limitAtOnce } from '@packhouse/limits/turns.ts';
import pg from 'pg';
import { type DatabaseHost, readHosts } from './database-address.ts';

/** How many seconds a host may keep silent to somebody who wants to connect: where another one may have taken its place that is found out soon. */
const patience = 5;
const patienceWithOnlyOne = 10;
/**
 * So many connections does one process open at once. Each costs the host a process of its own: where some nodes with some workers begin a hundred each at
 * the same moment, as when all pools are asked after a quiet time, the last of them would seem to be silent to those who wait for it.
 */
const openedAtOnce = 4;
/** PostgreSQL's codes for "not now" and for a database that only reads. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const cannotConnectNow = '57P03';
const readOnly = '25006';

/**
 * Breaks a connection off whose host says nothing for so many seconds before it is through; answers how to call that off. They are counted one by one, and
 * not by the clock: a process that stood still itself, as while it loads its sources, has not read the answer that is there. Nor do those count in which the
 * host waits for us: the proof of a password is made by a thread, and these may all be waiting for the disk.
 */
export function limitSilence(client: pg.Client, seconds: number): () => void {
  let passed = 0;
  let heard = 0;
  let saidWhenAsked: number | undefined;
  const readCounts = () => client.connection.stream as Partial<Socket>;
  client.connection.on('authenticationSASLContinue', () => {
    saidWhenAsked = readCounts().bytesWritten;
  });
  const timer = setInterval(() => {
    const { bytesRead = 0, bytesWritten } = readCounts();
    if (saidWhenAsked !== undefined && saidWhenAsked === bytesWritten) return;
    passed = bytesRead === heard ? passed + 1 : 0;
    heard = bytesRead;
    if (passed < seconds) return;
    clearInterval(timer);
    client.connection.stream.destroy(Object.assign(new Error(`${client.host}:${client.port} does not answer`), { code: cannotConnectNow }));
  }, 1000);
  return () => clearInterval(timer);
}

/** Transactions of the past are on no other timeline than those that the last promotion began. */
const askTimeline = `select case when current_setting('transaction_read_only')::boolean then null
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;

/** How often the host was promoted. @throws when it does not answer, or takes no writes. */
async function readTimeline({ url }: DatabaseHost): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'packhouse-probe' });
  client.on('error', () => undefined);
  const stopLimit = limitSilence(client, patience);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(askTimeline);
    const timeline = rows[0]?.timeline ?? null;
    if (timeline === null) throw new Error('takes no writes');
    return timeline;
  } finally {
    stopLimit();
    client.connection.stream.destroy();
  }
}

/** The host that takes writes; of several the one that was promoted last, since the others lack what it has acknowledged. */
async function findWritable(hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  const timelines = await Promise.allSettled(hosts.map(readTimeline));
  let latest = { timeline: -1, host: undefined as DatabaseHost | undefined };
  for (const [at, answer] of timelines.entries())
    if (answer.status === 'fulfilled' && answer.value > latest.timeline) latest = { timeline: answer.value, host: hosts[at] };
  if (latest.host) return latest.host;
  const reasons = timelines.map((answer, at) => `${hosts[at]!.name} ${answer.status === 'rejected' ? (answer.reason as Error).message : ''}`);
  throw Object.assign(new Error(`No host of the database takes writes: ${reasons.join('; ')}`), { code: cannotConnectNow });
}

/** What this process knows of the database at one address: which of its hosts takes writes, and who is connected to it. */
class DatabasePlace {
  readonly hosts: readonly DatabaseHost[];
  readonly connected = new Set<pg.Client>();
  readonly #opening = limitAtOnce({ atOnce: openedAtOnce, waiting: Number.POSITIVE_INFINITY });
  #writable: Promise<DatabaseHost> | undefined;
  /** How often nobody was found to connect to, and what the last one heard. */
  #refusals = 0;
  #refusal: unknown;
  constructor(url: string) {
    this.hosts = readHosts(url);
  }

  find(): Promise<DatabaseHost> {
    if (this.hosts.length === 1) return Promise.resolve(this.hosts[0]!);
    this.#writable ??= findWritable(this.hosts).catch((error: unknown) => {
      this.#writable = undefined;
      throw error;
    });
    return this.#writable;
  }

  forget(): void {
    this.#writable = undefined;
  }

  /** How long a host may be silent, in seconds. */
  get patience(): number {
    return this.hosts.length === 1 ? patienceWithOnlyOne : patience;
  }

  /** Opens a connection in its turn. Who waited while nobody was there hears the same as those who asked, and does not wait as long again. */
  async open(connect: () => Promise<void>): Promise<void> {
    const known = this.#refusals;
    await this.#opening.run(async () => {
      if (this.#refusals !== known) throw this.#refusal;
      try {
        await connect();
      } catch (error) {
        if ((error as { code?: unknown }).code === cannotConnectNow) {
          this.#refusals++;
          this.#refusal = error;
        }
        throw error;
      }
    });
  }

  breakOff(): void {
    this.forget();
    for (const client of this.connected) {
      // At this an idle one leaves its pool; a borrowed one is not taken back, since its end has begun.
      client.emit('error', new Error('Connection terminated: the database does not answer, or takes no writes'));
      void client.end();
      client.connection.stream.destroy();
    }
  }
}

const places = new Map<string, DatabasePlace>();

function getPlace(url: string): DatabasePlace {
  let place = places.get(url);
  if (!place) {
    place = new DatabasePlace(url);
    places.set(url, place);
  }
  return place;
}

/**
 * Ends all connections of this process to a database at once, whatever waits for an answer over them: to be called when it is known that nobody answers
 * there any more, which the system would notice only after a quarter of an hour.
 */
export function breakOffConnections(url: string): void {
  getPlace(url).breakOff();
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A connection to the host of the database that takes writes. A host that was demoted gives itself away at the start of a connection or by refusing to
 * write; then all connections to it end, and the next ones look for the other host.
 */
export class DatabaseClient extends pg.Client {
  readonly #place: DatabasePlace;
  readonly #statuses = new Map<string, string>();
  /** The library's types know only of clients without parameters; whoever makes one names the address. */
  constructor(config: pg.ClientConfig = {}) {
    const place = getPlace(config.connectionString ?? '');
    super({ keepAlive: true, keepAliveInitialDelayMillis: 10_000, ...config, connectionString: place.hosts[0]!.url });
    this.#place = place;
    // A connection that the server closes must not end the process, and may do so together with the words that it is ready: the next query on it fails.
    this.on('error', () => undefined);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => this.#statuses.set(parameterName, parameterValue));
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnly) place.breakOff();
    });
    this.connection.once('end', () => place.connected.delete(this));
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connecting = this.#place.open(() => this.#connect()).then((): pg.Client => this);
    if (!callback) return connecting;
    const tell = callback as (error: Error | null, client?: pg.Client) => void;
    connecting.then(
      () => tell(null, this),
      (error: Error) => tell(error),
    );
    return undefined;
  }

  async #connect(): Promise<void> {
    const { host, port } = await this.#place.find();
    Object.assign(this, { host, port });
    const stopLimit = limitSilence(this, this.#place.patience);
    try {
      await super.connect();
    } catch (error) {
      this.#place.forget();
      throw error;
    } finally {
      stopLimit();
    }
    this.#place.connected.add(this);
    if (!this.#isReadOnly()) return;
    this.#place.forget();
    await this.end();
    throw Object.assign(new Error(`${host}:${port} takes no writes`), { code: readOnly });
  }

  /** PostgreSQL tells these of itself, and a pooler may keep them to itself. https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-ASYNC */
  #isReadOnly(): boolean {
    return this.#statuses.get('in_hot_standby') === 'on' || this.#statuses.get('default_transaction_read_only') === 'on';
  }
}

/** A pool of connections to the host of the database that takes writes. In place of one that the server closes it opens a new one. */
export function openPool(url: string, config: pg.PoolConfig = {}, Client: typeof DatabaseClient = DatabaseClient): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionString: url, Client } as pg.PoolConfig);
  pool.on('error', () => undefined);
  // Connections listen by themselves; the library of jobs warns of pools that do not say so here.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}
