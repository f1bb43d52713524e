import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';

/**
 * Locks that all processes see, held for as long as a transfer takes. They live on one database connection of this process,
 * so that slow upstreams do not use up the pool. When that connection breaks the locks are gone: a file may then be fetched twice, nothing worse.
 */
export interface Locks {
  /** Answers how to let go, or undefined when another process has it. Ask for a name once at a time in one process. */
  tryTake(name: string): Promise<(() => Promise<void>) | undefined>;
  stop(): Promise<void>;
}

interface Session {
  ask(query: RawBuilder<{ done: boolean }>): Promise<boolean>;
  end(): Promise<void>;
}

/** Keeps a connection in hand: the pool would close it when idle, and the locks with it. */
function openSession(db: Kysely<Record<string, never>>): Promise<Session> {
  return new Promise((resolve, reject) => {
    let letGo: () => void = () => undefined;
    const released = new Promise<void>((release) => {
      letGo = release;
    });
    const ended = db
      .connection()
      .execute(async (connection) => {
        resolve({
          ask: async (query) => (await query.execute(connection)).rows[0]?.done === true,
          end: () => {
            letGo();
            return ended;
          },
        });
        await released;
      })
      .catch(reject);
  });
}

export function openLocks(databaseUrl: string, log: Logger): Locks {
  const db = openDatabase<Record<string, never>>(databaseUrl, 'public', { connections: 1 });
  let session: Promise<Session> | undefined;

  /** The next who asks gets a new connection, once there is one. */
  async function forget(broken: Promise<Session>): Promise<void> {
    if (session === broken) session = undefined;
    await broken.then((one) => one.end()).catch(() => undefined);
  }

  async function ask(name: string, call: 'pg_try_advisory_lock' | 'pg_advisory_unlock'): Promise<boolean> {
    session ??= openSession(db);
    const asked = session;
    try {
      return await (await asked).ask(sql<{ done: boolean }>`select ${sql.raw(call)}(hashtextextended(${name}, 1)) as done`);
    } catch (error) {
      await forget(asked);
      throw error;
    }
  }

  return {
    async tryTake(name) {
      try {
        if (!(await ask(name, 'pg_try_advisory_lock'))) return undefined;
      } catch (err) {
        log.warn({ err }, 'the connection for locks broke; going on without a lock');
        return async () => undefined;
      }
      return async () => {
        await ask(name, 'pg_advisory_unlock').catch((err) => log.warn({ err }, 'a lock could not be released'));
      };
    },
    async stop() {
      if (session) await forget(session);
      await db.destroy();
    },
  };
}
