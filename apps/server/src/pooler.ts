import { randomUUID } from 'node:crypto';
import { DatabaseClient, limitSilence } from '@packhouse/kernel/database/database-client.ts';
import type pg from 'pg';

/** A pooler that works transaction by transaction need not give itself away at once: others may be using its connections. */
const rounds = 5;
/** How many seconds may pass without an answer. */
const patience = 20;

/** Gives a connection for looking at what is behind an address to whoever looks. */
export async function withProbe<T>(url: string, look: (client: DatabaseClient) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'packhouse-probe' });
  client.on('error', () => undefined);
  const stopLimit = limitSilence(client, patience);
  try {
    await client.connect();
    return await look(client);
  } finally {
    stopLimit();
    await client.end().catch(() => undefined);
  }
}

/** The address leads to a pooler that gives each transaction another connection; the message says what to do. */
export class TransactionPoolerError extends Error {
  override name = 'TransactionPoolerError';
  constructor(place: string) {
    super(
      `The database address ${place} leads to a connection pooler in transaction mode, which gives every transaction another connection: ` +
        'events, locks and settings of a session would be lost without a word. ' +
        'Give the address of the database itself, or let the pooler work in session mode (PgBouncer: pool_mode = session)',
    );
  }
}

async function askPid(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/** PostgreSQL says at the start of a connection which process serves it; a pooler cannot know that yet and says something of its own. */
async function isDirect(client: pg.Client): Promise<boolean> {
  return (client as pg.Client & { processID: number | null }).processID === (await askPid(client));
}

/** Whether a connection keeps its process while another one is in the midst of a transaction, and that one does not see what was set here. */
async function keepsItsOwn(client: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const mark = randomUUID();
  await client.query(`select set_config('packhouse.probe', $1, false)`, [mark]);
  const pid = await askPid(client);
  await other.query('begin');
  try {
    const { rows } = await other.query<{ pid: number; seen: string | null }>(
      `select pg_backend_pid() as pid, current_setting('packhouse.probe', true) as seen`,
    );
    return rows[0]!.pid !== pid && rows[0]!.seen !== mark && (await askPid(client)) === pid;
  } finally {
    await other.query('rollback');
  }
}

const keepsSessions = (client: pg.ClientBase, url: string) =>
  withProbe(url, async (other) => {
    for (let round = 0; round < rounds; round++) if (!(await keepsItsOwn(client, other))) return false;
    return true;
  });

/** PgBouncer's answer to `begin` where even a transaction is spread over several connections. */
const isStatementMode = (error: unknown) => /statement pooling/.test((error as Error).message);

/**
 * Makes sure that a connection to this address is one session of the database for as long as it lasts.
 * @throws TransactionPoolerError
 */
export async function requireSessions(client: pg.Client, url: string, place: string): Promise<void> {
  if (await isDirect(client)) return;
  const isKept = await keepsSessions(client, url).catch((error: unknown) => {
    if (isStatementMode(error)) return false;
    throw error;
  });
  if (!isKept) throw new TransactionPoolerError(place);
}
