import { join } from 'node:path';
import { createPairingToken, listTrustedDeployments, pairDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { cuttableWay } from '@packhouse/testkit/cuttable-way.ts';
import type { startDatabase } from '@packhouse/testkit/start-database.ts';
import pg from 'pg';
import { freePort } from '../../tools/serve/free-port.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { findErrors } from '../clients/require-quiet-logs.ts';

type Database = Awaited<ReturnType<typeof startDatabase>>;

const adminPassword = 'Admin-password-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const shiftedClock = join(import.meta.dirname, 'shifted-clock.ts');

/** Every column with a time, of what a federation and its neighbours keep. */
const timeColumns = `
  select format('%I.%I', c.table_schema, c.table_name) as "table", array_agg(quote_ident(c.column_name)::text) as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.data_type = 'timestamp with time zone' and t.table_type = 'BASE TABLE' and c.table_schema in ('access', 'mission-control', 'kernel') group by 1`;

/** One platform of a federation: it can be killed, cut off from the others, given a wrong clock, and restored from a backup. */
export class FederationMember {
  readonly name: string;
  readonly call: Call;
  id = '';
  /** No process answers at this moment, on purpose. */
  isDown = true;
  hasBackup = false;
  readonly #folder: string;
  readonly #database: Database;
  readonly #port: number;
  readonly #way: Awaited<ReturnType<typeof cuttableWay>>;
  #process: PackhouseProcess | undefined;
  #clock = 0;
  private constructor(name: string, folder: string, database: Database, port: number, way: Awaited<ReturnType<typeof cuttableWay>>) {
    this.name = name;
    this.#folder = folder;
    this.#database = database;
    this.#port = port;
    this.#way = way;
    this.call = createClient({ baseUrl: `http://127.0.0.1:${port}`, headers: () => ({ authorization }) });
  }

  static async start(name: string, folder: string, database: Database): Promise<FederationMember> {
    const port = await freePort();
    const member = new FederationMember(name, folder, database, port, await cuttableWay(`http://127.0.0.1:${port}`));
    // Empty, or set up where the run keeps a database that is.
    await member.#administer(`create database ${name} template packhouse`);
    await member.#start();
    member.id = (await member.call(listTrustedDeployments, {})).self.id;
    return member;
  }

  async #start(): Promise<void> {
    this.#process = await startPackhouse({
      home: join(this.#folder, this.name),
      port: this.#port,
      workers: 1,
      adminPassword,
      ...(this.#clock !== 0 && { nodeParameters: ['--import', shiftedClock] }),
      env: {
        DATABASE_URL: this.#database.url(this.name),
        PACKHOUSE_MASTER_KEY: 'ab'.repeat(32),
        PACKHOUSE_BASE_URL: this.#way.url.replace(/\/$/, ''),
        PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8',
        SHIFTED_CLOCK: String(this.#clock),
      },
    });
    this.isDown = false;
  }

  async #end(): Promise<void> {
    this.isDown = true;
    // All of its processes, without time for anything.
    if (this.#process) process.kill(-this.#process.pid, 'SIGKILL');
    await this.#process?.stop();
    this.#process = undefined;
  }

  async #administer(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.#database.url('postgres') });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Kills it, and starts it again, with a clock that is so many milliseconds ahead. */
  async kill(clock = this.#clock): Promise<void> {
    await this.#end();
    this.#clock = clock;
    await this.#start();
  }

  /** Lets so many milliseconds go by while it is off: whatever its database says of times is that much older. */
  async sleep(milliseconds: number): Promise<void> {
    await this.#end();
    const columns = await this.query<{ table: string; columns: string[] }>(timeColumns);
    const older = (column: string) => `${column} = ${column} - interval '${milliseconds} milliseconds'`;
    await this.query(
      ['set session_replication_role = replica', ...columns.map((one) => `update ${one.table} set ${one.columns.map(older).join(', ')}`)].join('; '),
    );
    await this.#start();
  }

  /** Keeps everything it knows at this moment. */
  async backUp(): Promise<void> {
    await this.#end();
    await this.#administer(`drop database if exists ${this.name}_backup`, `create database ${this.name}_backup template ${this.name}`);
    this.hasBackup = true;
    await this.#start();
  }

  async restore(): Promise<void> {
    await this.#end();
    await this.#administer(`drop database ${this.name} with (force)`, `create database ${this.name} template ${this.name}_backup`);
    await this.#start();
  }

  /** From now on the others do not reach it: they are turned away, or never hear anything. */
  cut(how: 'turned-away' | 'silent'): void {
    if (how === 'silent') this.#way.swallow();
    else this.#way.cut();
  }

  mend(): void {
    this.#way.mend();
  }

  /** The status that it answers to a call with this token. */
  async answerTo(token: string, path: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}${path}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  }

  async query<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#database.url(this.name) });
    await client.connect();
    try {
      await client.query('set search_path = access');
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Errors that its processes have logged. */
  async readErrors(): Promise<string[]> {
    const found = await findErrors(join(this.#folder, this.name));
    return found.map((line) => `${this.name} ${line.slice(0, 800)}`);
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    this.#way.close();
  }
}

/** Lets both trust each other. */
export async function pair(one: FederationMember, other: FederationMember): Promise<void> {
  const { token } = await other.call(createPairingToken, { body: { purposes: ['federation', 'mission-control'], allowPrivate: true } });
  await one.call(pairDeployment, { body: { token, allowPrivate: true } });
}
