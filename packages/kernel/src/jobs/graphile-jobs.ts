import { randomUUID } from 'node:crypto';
import type { Runner } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Histogram } from 'prom-client';
import { openPool } from '../database/database-client.ts';
import { kernelSchema } from '../database/kernel-migrations.ts';
import type { Job, JobOptions, Jobs } from './jobs.ts';
import { patientPool } from './patient-pool.ts';

const queueSchema = 'graphile_worker';
/** Jobs of a process that died are taken up by the others after at most this long. */
const recoveryPeriod = 60_000;
/** How long a runner that stops waits for a database that is away: a little longer than jobs have to end. */
const patience = 6000;

export interface JobRunner {
  /** Lets the jobs under way finish (their signals abort after five seconds) and stops. */
  stop(): Promise<void>;
}

export interface GraphileJobs extends Jobs {
  /** Starts running jobs in this process; register every job before. */
  run(): Promise<JobRunner>;
}

export interface GraphileJobsOptions {
  databaseUrl: string;
  pool: pg.Pool;
  logger: Logger;
  duration?: Histogram<'job' | 'outcome'>;
  concurrency?: number;
}

/** Makes or updates the queue's own tables. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  const { Logger: QueueLogger, runMigrations } = await import('graphile-worker');
  const pool = openPool(databaseUrl, { max: 1 });
  try {
    await runMigrations({ pgPool: pool, schema: queueSchema, logger: new QueueLogger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

/** The queue knows who holds a job, but not whether that one still lives; a runner is alive while its connections are. */
async function recoverDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(`
    with alive as (
      select worker from ${kernelSchema}.job_worker where runner in (select application_name from pg_stat_activity where datname = current_database())
    ), dead as (
      select distinct locked_by from ${queueSchema}._private_jobs
      where locked_by is not null and locked_by not in (select worker from alive)
        and (locked_by in (select worker from ${kernelSchema}.job_worker) or locked_at < now() - interval '1 minute')
    )
    select ${queueSchema}.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`);
  await pool.query(
    `delete from ${kernelSchema}.job_worker where runner not in (select application_name from pg_stat_activity where datname = current_database())`,
  );
}

function readTask(job: Job, options: GraphileJobsOptions) {
  return async (payload: unknown, helpers: { abortSignal: AbortSignal; job: { attempts: number; max_attempts: number } }) => {
    const end = options.duration?.startTimer({ job: job.name });
    const { _cron, ...rest } = (payload ?? {}) as Record<string, unknown>;
    try {
      await job.run(rest, helpers.abortSignal);
      end?.({ outcome: 'done' });
    } catch (error) {
      end?.({ outcome: 'failed' });
      const { attempts, max_attempts } = helpers.job;
      options.logger.error({ err: error, job: job.name, attempt: attempts, attempts: max_attempts }, 'a job failed');
      throw error;
    }
  };
}

async function startRunner(jobs: ReadonlyMap<string, Job>, options: GraphileJobsOptions): Promise<JobRunner> {
  const { Logger: QueueLogger, parseCronItems, run } = await import('graphile-worker');
  const { EventEmitter } = await import('node:events');
  const { logger } = options;
  const name = `packhouse-jobs-${randomUUID().slice(0, 8)}`;
  const concurrency = options.concurrency ?? 4;
  let whenAway: (() => void) | undefined;
  const pool = patientPool(options.databaseUrl, { max: concurrency + 2, application_name: name }, () => whenAway?.());
  const events = new EventEmitter();
  // The queue marks a job as taken by the pool of workers, not by one of them.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    pool
      .query(`insert into ${kernelSchema}.job_worker (worker, runner) values ($1, $2) on conflict do nothing`, [workerPool.id, name])
      .catch((error) => logger.warn({ err: error }, 'a job worker could not be recorded'));
  });
  await recoverDeadWorkers(pool);
  const timer = setInterval(() => void recoverDeadWorkers(pool).catch((error) => logger.warn({ err: error }, 'jobs could not be recovered')), recoveryPeriod);
  timer.unref();
  const crons = [...jobs.values()].filter((job) => job.cron !== undefined);
  const runner: Runner = await run({
    pgPool: pool,
    schema: queueSchema,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    events,
    logger: new QueueLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') logger.warn(message);
    }),
    taskList: Object.fromEntries([...jobs.values()].map((job) => [job.name, readTask(job, options)])),
    parsedCronItems: parseCronItems(crons.map((job) => ({ task: job.name, match: job.cron!, identifier: job.name, options: { jobKey: `cron:${job.name}` } }))),
  });
  runner.promise.catch((error) => logger.error({ err: error }, 'the job runner ended'));
  return {
    async stop() {
      clearInterval(timer);
      const away = new Promise<void>((resolve) => {
        whenAway = resolve;
      });
      const stopped = runner.stop().catch((error) => logger.warn({ err: error }, 'the job runner did not stop cleanly'));
      // The queue would wait for a database that may never be back; what it holds is taken up by others, or at the next start.
      await Promise.race([stopped, away.then(() => new Promise((resolve) => setTimeout(resolve, patience)))]);
      await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    },
  };
}

/** The queue over graphile-worker: plain rows in PostgreSQL, woken by NOTIFY, safe across any number of nodes. */
export function graphileJobs(options: GraphileJobsOptions): GraphileJobs {
  const jobs = new Map<string, Job>();

  async function add(name: string, payload: Record<string, unknown>, { key, delay, keepsTime, transaction }: JobOptions = {}): Promise<void> {
    const data = JSON.stringify(payload);
    const mode = keepsTime ? 'preserve_run_at' : 'replace';
    if (transaction) {
      await sql`select from ${sql.table(`${queueSchema}.add_job`)}(identifier => ${name}::text, payload => ${data}::json,
        run_at => now() + make_interval(secs => ${(delay ?? 0) / 1000}::double precision), job_key => ${key ?? null}::text, job_key_mode => ${mode}::text)`.execute(
        transaction,
      );
      return;
    }
    await options.pool.query(
      `select from ${queueSchema}.add_job(identifier => $1::text, payload => $2::json, run_at => now() + make_interval(secs => $3::double precision), job_key => $4::text, job_key_mode => $5::text)`,
      [name, data, (delay ?? 0) / 1000, key ?? null, mode],
    );
  }

  return {
    register(job) {
      if (jobs.has(job.name)) throw new Error(`There are two jobs called ${job.name}`);
      jobs.set(job.name, job as unknown as Job);
    },
    add,
    async list(limit) {
      const { rows } = await options.pool.query<{ id: string; name: string; worker: string | null }>(
        `select id::text, task_identifier as name, locked_by as worker from ${queueSchema}.jobs
         where locked_by is not null or attempts < max_attempts order by jobs.id limit $1`,
        [limit],
      );
      return rows.map(({ id, name, worker }) => ({ id, name, isRunning: worker !== null, worker: worker ?? '' }));
    },
    run: () => startRunner(jobs, options),
  };
}
