import { Readable } from 'node:stream';
import { type ReportFormat, reportColumns } from '@packhouse/contract/scanning/report-routes.ts';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { writeCsvLine } from '../detail/findings-file.ts';
import { type KeptReport, type NewRow, selectRowsAfter } from './report-queries.ts';

const rowsAtOnce = 1000;

/**
 * All rows of a report, the worst first, a few at a time. They go when the report is made again or deleted: what is being sent then breaks off, since a file that ended would
 * look whole. @throws Error
 */
async function* eachRow({ db }: Pick<Context, 'db'>, report: KeptReport): AsyncGenerator<NewRow> {
  let after = { severity: -1, position: -1 };
  for (let sent = 0; sent < report.rows; ) {
    const rows = await selectRowsAfter(db, report, after, rowsAtOnce);
    const last = rows.at(-1);
    if (!last) throw new Error('The report was made again or deleted while it was sent');
    yield* rows;
    sent += rows.length;
    after = last;
  }
}

const tellCell = (value: unknown) => (Array.isArray(value) ? value.join(' ') : String(value ?? ''));

async function* writeCsv(context: Pick<Context, 'db'>, report: KeptReport): AsyncGenerator<string> {
  const columns = reportColumns[report.type];
  yield writeCsvLine(columns);
  for await (const { data } of eachRow(context, report)) yield writeCsvLine(columns.map((column) => tellCell(data[column])));
}

async function* writeJson(context: Pick<Context, 'db'>, report: KeptReport): AsyncGenerator<string> {
  yield `{"total_rows":${report.rows},"rows":[`;
  let before = '';
  for await (const { data } of eachRow(context, report)) {
    yield before + JSON.stringify(data);
    before = ',';
  }
  yield ']}';
}

const media = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8', pdf: 'application/pdf' } as const;

/** Sends a report as a file of its name. */
export async function sendReport(
  context: Pick<Context, 'db'>,
  reply: FastifyReply,
  report: KeptReport,
  { format, file_name }: { format: ReportFormat; file_name?: string | undefined },
): Promise<void> {
  const name = (file_name || report.name).replace(/[^A-Za-z0-9._-]+/g, '_').replace(new RegExp(`\\.${format}$`, 'i'), '');
  const body = await {
    csv: async () => Readable.from(writeCsv(context, report), { objectMode: false }),
    json: async () => Readable.from(writeJson(context, report), { objectMode: false }),
    // What writes it brings fonts and much else along, which few need.
    pdf: async () => (await import('./report-pdf.ts')).writePdf(report, eachRow(context, report)),
  }[format]();
  await reply.header('content-disposition', `attachment; filename="${name}.${format}"`).type(media[format]).send(body);
}
