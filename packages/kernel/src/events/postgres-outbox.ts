import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AnyTransaction } from '../database/database.ts';
import { breakOffConnections, DatabaseClient } from '../database/database-client.ts';
import { kernelSchema } from '../database/kernel-migrations.ts';
import type { FollowedEvent, KeptEvents, Outbox, OutboxPosition, PlatformEvent } from './outbox.ts';

const channel = 'packhouse_event';
const columns = 'id, type, subject, data, at, transaction::text, horizon::text';
const batch = 500;
/** How many delivered ids are remembered, so that catching up does not deliver twice what was just delivered. */
const remembered = 5000;
/** The listening connection is asked for a sign of life this often, and given up after so many of these without one. */
const beat = 1000;
const mostMissed = 5;
/** Milliseconds between two readings of what was announced: a burst of transactions is read at once, and one by itself without delay. */
const readingPause = 25;

interface EventRow extends PlatformEvent {
  transaction: string;
  horizon: string;
}

interface Options {
  databaseUrl: string;
  pool: pg.Pool;
  logger: Logger;
}

/**
 * Notices that nobody answers any more. Nothing is sent to a connection that only listens, so one whose other side vanished without a word would be waited
 * at for ever. Beats are counted, as seconds are where a connection is made.
 */
function watchHeartbeat(client: pg.Client, onSilence: () => void): void {
  let missed = 0;
  const timer = setInterval(() => {
    if (missed === mostMissed) {
      clearInterval(timer);
      client.connection.stream.destroy();
      return onSilence();
    }
    if (missed++ > 0) return;
    client.query('select').then(
      () => {
        missed = 0;
      },
      () => undefined,
    );
  }, beat);
  timer.unref();
  client.once('end', () => clearInterval(timer));
}

const toEvent = ({ id, type, subject, data, at }: EventRow): PlatformEvent => ({ id, type, subject, data, at });

/** Reads events in an order in which none can be missed: by transaction, then by number. */
class EventReader {
  readonly #pool: pg.Pool;
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async horizon(): Promise<string> {
    const { rows } = await this.#pool.query<{ horizon: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as horizon');
    return rows[0]!.horizon;
  }

  /** All events of some transactions, in the order in which these are named, in batches. */
  async *of(transactions: readonly string[]): AsyncGenerator<EventRow> {
    let place = { position: 0, id: 0 };
    for (;;) {
      const { rows } = await this.#pool.query<EventRow & { position: number }>(
        `select ${columns}, position from ${kernelSchema}.event join unnest($1::xid8[]) with ordinality as named(number, position) on number = transaction
        where (position, id) > ($2, $3) order by position, id limit ${batch}`,
        [transactions, place.position, place.id],
      );
      yield* rows;
      if (rows.length < batch) return;
      place = rows.at(-1)!;
    }
  }

  /** Everything committed at or after a horizon, in batches. */
  async *from(horizon: string): AsyncGenerator<EventRow> {
    let place = { transaction: horizon, id: 0 };
    for (;;) {
      const { rows } = await this.#pool.query<EventRow>(
        `select ${columns} from ${kernelSchema}.event where (transaction, id) > ($1::xid8, $2) order by transaction, id limit ${batch}`,
        [place.transaction, place.id],
      );
      yield* rows;
      if (rows.length < batch) return;
      place = rows.at(-1)!;
    }
  }

  async since(id: number, limit: number): Promise<EventRow[] | undefined> {
    const known = await this.#pool.query<{ horizon: string }>(`select horizon::text from ${kernelSchema}.event where id = $1`, [id]);
    const first = known.rows[0]?.horizon;
    if (first === undefined) return undefined;
    const { rows } = await this.#pool.query<EventRow>(
      `select ${columns} from ${kernelSchema}.event where transaction >= $1::xid8 and id <> $2 order by id limit $3`,
      [first, id, limit],
    );
    return rows;
  }

  async kept({ types, since, order, after, limit }: KeptEvents): Promise<EventRow[]> {
    const [beyond, way] = order === 'oldest' ? ['>', 'asc'] : ['<', 'desc'];
    const { rows } = await this.#pool.query<EventRow>(
      `select ${columns} from ${kernelSchema}.event
      where at >= $1 and type = any($2) and ($3::bigint is null or id ${beyond} $3) order by id ${way} limit $4`,
      [since, types, after ?? null, limit],
    );
    return rows;
  }
}

/** The outbox over LISTEN and NOTIFY: one listening connection a process, which reconnects and catches up by itself. */
export class PostgresOutbox implements Outbox {
  readonly #options: Options;
  readonly #reader: EventReader;
  readonly #handlers = new Set<(event: PlatformEvent) => void>();
  readonly #delivered = new Set<number>();
  #client: pg.Client | undefined;
  #isStopping = false;
  #isReconnecting = false;
  #horizon: string | undefined;
  /** Something may have been missed: nothing later is delivered before it is looked for. */
  #isBehind = true;
  #wanted: string[] = [];
  #work: Promise<void> = Promise.resolve();
  constructor(options: Options) {
    this.#options = options;
    this.#reader = new EventReader(options.pool);
  }

  async publish(transaction: AnyTransaction, ...events: readonly Omit<PlatformEvent, 'id' | 'at'>[]): Promise<void> {
    if (events.length === 0) return;
    const types = events.map(({ type }) => type);
    const subjects = events.map(({ subject }) => subject);
    const data = events.map((event) => JSON.stringify(event.data));
    // The transaction has its number before an event has one; followers rely on it. However often it publishes, it announces itself once: PostgreSQL lets commits
    // that announce something through one after the other, and drops what one of them says twice. https://www.postgresql.org/docs/current/sql-notify.html
    await sql`with added as (
      insert into ${sql.table(`${kernelSchema}.event`)} (type, subject, data)
      select type, subject, data::jsonb from unnest(${types}::text[], ${subjects}::text[], ${data}::text[]) with ordinality as event(type, subject, data, position)
      where pg_current_xact_id() is not null order by position
    ) select pg_notify(${channel}, pg_current_xact_id()::text)`.execute(transaction);
  }

  async position(transaction: AnyTransaction): Promise<OutboxPosition> {
    // Numbers before transactions: whoever has a number up to this one has begun by then, and is open in the later look unless it has ended.
    const last = await sql<{ id: number }>`
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${`${kernelSchema}.event`}, 'id')::regclass), 0) as id`.execute(transaction);
    const now = await sql<{ open: string[]; next: string }>`
      select array(select pg_snapshot_xip(pg_current_snapshot())::text) as open, pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(transaction);
    return { id: last.rows[0]!.id, ...now.rows[0]! };
  }

  subscribe(handler: (event: PlatformEvent) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  async since(id: number, limit: number): Promise<readonly PlatformEvent[] | undefined> {
    return (await this.#reader.since(id, limit))?.map(toEvent);
  }

  async kept(wanted: KeptEvents): Promise<readonly FollowedEvent[]> {
    return (await this.#reader.kept(wanted)).map((row) => ({ ...toEvent(row), transaction: row.transaction }));
  }

  /** Starts listening; needed before `subscribe` delivers anything. */
  async start(): Promise<void> {
    const next = new DatabaseClient({ connectionString: this.#options.databaseUrl, application_name: 'packhouse-events' });
    next.on('error', () => undefined);
    next.on('notification', ({ payload }) => {
      this.#wanted.push(payload ?? '');
      if (this.#wanted.length === 1) this.#enqueue(() => this.#deliverWanted());
    });
    next.on('end', () => {
      // An attempt that failed ends, too; whoever made it tries again. Were another begun here, they would double with each round.
      if (this.#client !== next) return;
      this.#client = undefined;
      if (this.#isStopping) return;
      this.#options.logger.warn('the connection that listens for events ended; it is made anew');
      void this.#reconnect();
    });
    try {
      await next.connect();
      watchHeartbeat(next, () => breakOffConnections(this.#options.databaseUrl));
      this.#isBehind = true;
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (this.#isStopping) return next.end();
    this.#client = next;
    this.#enqueue(() => this.#catchUp());
    await this.#work;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#client?.end().catch(() => undefined);
    await this.#work;
  }

  #deliver(row: EventRow): void {
    if (this.#delivered.has(row.id)) return;
    this.#delivered.add(row.id);
    if (this.#delivered.size > remembered) this.#delivered.delete(this.#delivered.values().next().value!);
    this.#horizon = row.horizon;
    for (const handler of this.#handlers) {
      try {
        handler(toEvent(row));
      } catch (error) {
        this.#options.logger.error({ err: error, event: row.type }, 'an event handler failed');
      }
    }
  }

  async #catchUp(): Promise<void> {
    this.#isBehind = false;
    if (this.#horizon === undefined) this.#horizon = await this.#reader.horizon();
    else for await (const row of this.#reader.from(this.#horizon)) this.#deliver(row);
  }

  /** Reads what was announced since the last look in one query; notifications arrive in commit order and are delivered in it. */
  async #deliverWanted(): Promise<void> {
    if (this.#isBehind) await this.#catchUp();
    while (this.#wanted.length > 0) {
      const transactions = this.#wanted.slice(0, batch);
      for await (const row of this.#reader.of(transactions)) this.#deliver(row);
      this.#wanted.splice(0, transactions.length);
      if (!this.#isStopping) await new Promise((resolve) => setTimeout(resolve, readingPause));
    }
  }

  #enqueue(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch((error) => {
      // What was announced is found again by catching up, once the database answers.
      this.#wanted = [];
      this.#isBehind = true;
      if (this.#isStopping) return;
      this.#options.logger.error({ err: error }, 'events could not be read');
      setTimeout(() => !this.#isStopping && this.#enqueue(() => this.#catchUp()), 1000).unref();
    });
  }

  async #reconnect(): Promise<void> {
    if (this.#isReconnecting) return;
    this.#isReconnecting = true;
    for (let wait = 100; !this.#isStopping && !this.#client; wait = Math.min(wait * 2, 5000)) {
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (this.#isStopping) break;
      await this.start().catch((error) => this.#options.logger.warn({ err: error }, 'the database does not answer; events wait'));
    }
    this.#isReconnecting = false;
  }
}
