import { Readable } from 'node:stream';
import { exportAuditRecords, listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type AuditFilter, countAudit, selectAudit, selectAuditForward } from './audit-queries.ts';

const batch = 500;

/** The matching records, one a line, read in batches as fast as the receiver takes them. */
async function* readLines(context: Context, filter: AuditFilter): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const rows = await selectAuditForward(context.db, filter, after, batch);
    if (rows.length === 0) return;
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    after = rows.at(-1)!.id;
  }
}

export function auditRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, listAuditRecords, async ({ query }) => {
    const { after, limit, ...filter } = query;
    if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new AppError(accessWords.after_is_no_place);
    const [rows, total] = await Promise.all([
      selectAudit(context.db, filter, after === undefined ? undefined : Number(after), limit + 1),
      countAudit(context.db, filter),
    ]);
    const items = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
    return { items, total, next: rows.length > limit ? String(items.at(-1)?.id) : null };
  });

  handle(app, context.platform, exportAuditRecords, async ({ query }, { reply }) => {
    reply.header('content-disposition', 'attachment; filename="audit.ndjson"');
    await reply.type('application/x-ndjson').send(Readable.from(readLines(context, query)));
    return undefined;
  });
}
