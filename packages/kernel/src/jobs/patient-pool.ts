import type pg from 'pg';
import { DatabaseClient, openPool } from '../database/database-client.ts';
import { outsideFailure } from '../http/outside-failure.ts';

/** PostgreSQL's code for "not now", after which the queue tries again by itself. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const cannotConnectNow = '57P03';

function askAgain(error: unknown): never {
  if (outsideFailure(error) !== 'unavailable') throw error;
  throw Object.assign(new Error(`The database is away: ${(error as Error).message}`, { cause: error }), { code: cannotConnectNow });
}

class PatientClient extends DatabaseClient {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    const patient = (...parameters: unknown[]) => {
      const answer = query(...parameters);
      return answer instanceof Promise ? answer.catch(askAgain) : answer;
    };
    this.query = patient as typeof this.query;
  }
}

/**
 * The queue's pool. The queue writes down that a job has ended without waiting for the answer: while the database is away, that would be an error that
 * nobody catches, and the job would count as under way for hours. Here a database that is away fails with a code that the queue waits for;
 * `onAway` hears of each time.
 */
export function patientPool(url: string, config: pg.PoolConfig, onAway: () => void): pg.Pool {
  const pool = openPool(url, config, PatientClient);
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  const orNever = (error: unknown) => {
    // What could not be written down before the pool ended is never answered: the process ends, and others take the job up.
    if (pool.ending) return new Promise<never>(() => undefined);
    if (outsideFailure(error) === 'unavailable') onAway();
    return askAgain(error);
  };
  const patient = (callback?: unknown) => (callback === undefined ? connect().catch(orNever) : connect(callback));
  pool.connect = patient as typeof pool.connect;
  return pool;
}
