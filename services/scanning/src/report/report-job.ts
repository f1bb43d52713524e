import { SaidError, saidBy } from '@packhouse/contract/errors.ts';
import { reportWords } from '@packhouse/contract/scanning/report-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { NotedReport } from '@packhouse/peers/notices.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { ScanningSchema } from '../schema.ts';
import { beginRun, deleteOldReports, finishRun, type KeptReport, keepRows, queueAgain, selectDueReports, updateReport } from './report-queries.ts';
import { countScope, readRows, readScope } from './report-scope.ts';
import { findNext } from './schedule.ts';

const makeJob = 'make-report';
const mailJob = 'mail-report';
/** A report whose making ends with the process is begun so often. */
const mostAttempts = 3;
const mostRows = 1_000_000;
/** Days for which a report is kept that does not come around. */
const keptFor = 90;

/** Has a report made, together with what a transaction writes. */
export async function queueReport({ platform }: Pick<Context, 'platform'>, { id }: Pick<KeptReport, 'id'>, transaction: AnyTransaction): Promise<void> {
  await platform.jobs.add(makeJob, { id }, { key: `${makeJob} ${id}`, transaction });
}

interface Letter extends Record<string, unknown> {
  to: string;
  report: NotedReport;
}

/** Tells open consoles, and queues the mails, in the transaction that ends the making. */
async function tell({ platform }: Pick<Context, 'platform'>, tx: Transaction<ScanningSchema>, { emails }: KeptReport, report: NotedReport): Promise<void> {
  await platform.outbox.publish(tx, { type: 'report.made', subject: String(report.id), data: {} });
  for (const to of new Set(emails.map((one) => one.toLowerCase()))) await platform.jobs.add(mailJob, { to, report } satisfies Letter, { transaction: tx });
}

/** Writes the rows as they come; answers how many, or nothing where somebody ended it. @throws SaidError when there are too many, and where nobody may read them */
async function write(context: Context, report: KeptReport, signal: AbortSignal): Promise<number | undefined> {
  const author = await context.peers.actorNamed?.(report.author);
  if (!author) throw new SaidError(say(reportWords.report_author_gone, { name: report.author }));
  const scope = await readScope(context, author, report);
  const total = await countScope(context, scope, report.type);
  let done = 0;
  let position = 0;
  for await (const { looked, rows } of readRows(context, report, scope)) {
    signal.throwIfAborted();
    done += looked;
    if (position + rows.length > mostRows) throw new SaidError(say(reportWords.report_too_long, { count: mostRows }));
    const first = position;
    position += rows.length;
    const kept = rows.map(({ rank, data }, index) => ({ severity: rank, position: first + index, data }));
    const goesOn = await context.db.transaction().execute((tx) => keepRows(tx, report, kept, { done, total: Math.max(total, done) }));
    if (!goesOn) return undefined;
  }
  return position;
}

async function make(context: Context, report: KeptReport, signal: AbortSignal): Promise<void> {
  const { id, name } = report;
  const rows = await write(context, report, signal);
  if (rows === undefined) return;
  await context.db.transaction().execute(async (tx) => {
    if (await finishRun(tx, report, rows)) await tell(context, tx, report, { id, name, rows });
  });
}

async function fail(context: Context, report: KeptReport, error: unknown): Promise<void> {
  const said = saidBy(error);
  context.log.warn({ err: error, report: report.id }, 'a report could not be made');
  await context.db.transaction().execute(async (tx) => {
    const { id, name } = report;
    if (await updateReport(tx, id, { state: 'failed', finished_at: new Date(), ...keepSaid(said) }))
      await tell(context, tx, report, { id, name, rows: 0, failure: said.message });
  });
}

/** Makes a report. What a process that ended had begun is begun anew. */
export function reportJob(context: Context): Job<{ id: number }> {
  return {
    name: makeJob,
    async run({ id }, signal) {
      const report = await beginRun(context.db, id);
      if (!report) return;
      try {
        if (report.attempts > mostAttempts) throw new SaidError(say(reportWords.report_broke_off, { count: mostAttempts }));
        await make(context, report, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        await fail(context, report, error);
      }
    },
  };
}

/** Has reports made anew whose schedules say so. */
export function dueReportsJob(context: Context): Job {
  const { db } = context;
  return {
    name: 'look-for-due-reports',
    cron: '* * * * *',
    async run() {
      for (const { id, cron, zone } of await selectDueReports(db)) {
        await db.transaction().execute(async (tx) => {
          await updateReport(tx, id, { next_at: cron === null ? null : findNext(cron, zone) });
          if (await queueAgain(tx, id)) await queueReport(context, { id }, tx);
        });
      }
    },
  };
}

export function forgetReportsJob({ db }: Pick<Context, 'db'>): Job {
  return { name: 'forget-reports', cron: '50 2 * * *', run: () => deleteOldReports(db, keptFor) };
}

export function mailReportJob({ peers }: Pick<Context, 'peers'>): Job<Letter> {
  return { name: mailJob, run: async ({ to, report }) => peers.notices?.mailReport(to, report) };
}
