import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { callLock, type LockCall } from './lock-queries.ts';

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
  ask(call: LockCall, name: string): Promise<boolean>;
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
          ask: (call, name) => callLock(connection, call, name),
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

  async function ask(name: string, call: LockCall): Promise<boolean> {
    session ??= openSession(db);
    const asked = session;
    try {
      return await (await asked).ask(call, name);
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
