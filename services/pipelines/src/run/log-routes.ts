import { Readable } from 'node:stream';
import * as logs from '@packhouse/contract/pipelines/run-log-routes.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { needPipeline } from '../pipeline/keep-pipeline.ts';
import type { StepLogTable } from '../schema.ts';
import { searchLogs, selectLog } from './run-queries.ts';
import { needRun } from './run-routes.ts';

type LogRow = Selectable<StepLogTable>;

const pageSize = 1000;

function toLine(row: LogRow): logs.LogLine {
  const { id, step, at, piece } = row;
  return { id, step, at: at.toISOString(), message: '', ...tellSaid(row), ...(piece === null ? {} : { isOutput: true }) } as logs.LogLine;
}

/** A log as people read it elsewhere, page after page, so that long ones are never in memory as a whole. */
async function* readLines({ db }: Pick<Context, 'db'>, run: number): AsyncGenerator<string> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: LogRow[] = await selectLog(db, run, { after, limit: pageSize });
    const page = rows.slice(0, pageSize);
    yield page.map(({ at, step, message }) => `${at.toISOString()} ${step}  ${message ?? ''}\n`).join('');
    after = rows.length > page.length ? page.at(-1)?.id : undefined;
  }
}

/** What runs told: reading on in it, searching it, and taking it along. */
export function logRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, logs.readRunLog, async ({ params, query }, { actor }) => {
    const { run } = await needRun(context, actor, params);
    const rows = await selectLog(db, run.id, query);
    const page = rows.slice(0, query.limit);
    return { items: page.map(toLine), next: rows.length > page.length ? String(page.at(-1)!.id) : null };
  });

  handle(app, platform, logs.downloadRunLog, async ({ params }, { actor, reply }) => {
    const { run } = await needRun(context, actor, params);
    reply.header('content-disposition', `attachment; filename="${params.name}-${params.number}.log"`);
    await reply.type('text/plain; charset=utf-8').send(Readable.from(readLines(context, run.id)));
  });

  handle(app, platform, logs.searchRunLogs, async ({ params, query }, { actor }) => {
    const pipeline = await needPipeline(context, actor, params.name);
    const { search, after: before, limit } = query;
    const rows = search === '' ? [] : await searchLogs(db, pipeline.id, { search, before, limit });
    const page = rows.slice(0, limit);
    return { items: page.map((row) => ({ ...toLine(row), number: row.number })), next: rows.length > page.length ? String(page.at(-1)!.id) : null };
  });
}
