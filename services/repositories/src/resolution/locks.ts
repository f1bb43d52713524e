import { openDatabase } from '@packhouse/kernel/database.ts';
import { sql } from 'kysely';
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

export function openLocks(databaseUrl: string, log: Logger): Locks {
  const db = openDatabase<Record<string, never>>(databaseUrl, 'public', { connections: 1 });
  let stopped: () => void = () => undefined;
  const stopping = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  let session: Promise<typeof db> | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  /** Keeps the one connection in hand: the pool would close it when idle, and the locks with it. */
  function pinned(): Promise<typeof db> {
    session ??= new Promise((resolve, reject) => {
      ended = db
        .connection()
        .execute(async (connection) => {
          resolve(connection as typeof db);
          await stopping;
        })
        .catch(reject);
    });
    return session;
  }

  async function ask(name: string, call: 'pg_try_advisory_lock' | 'pg_advisory_unlock'): Promise<boolean> {
    const connection = await pinned();
    const { rows } = await sql<{ done: boolean }>`select ${sql.raw(call)}(hashtextextended(${name}, 1)) as done`.execute(connection);
    return rows[0]?.done === true;
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
      stopped();
      await ended;
      await db.destroy();
    },
  };
}
