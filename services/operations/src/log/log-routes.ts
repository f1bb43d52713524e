import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { defaultLogRefresh, downloadLog, type LogData, type LogType, logConfig, logData } from '@packhouse/contract/operations/operations-log-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { onlineNode } from '../node/online-nodes.ts';
import type { Reading } from './log-files.ts';
import { answerForLogs, whatInLog, whichLogs } from './log-questions.ts';

type Ask = (reading: Reading) => Promise<LogData>;

/** A whole file, piece by piece, up to what it held when it was asked for or to where another one has taken its place. */
async function* readPieces(first: LogData, ask: Ask): AsyncGenerator<string> {
  for (let piece = first; piece.log_content !== ''; ) {
    yield piece.log_content;
    const next = await ask({ from: piece.file_size, fileId: piece.file_id, mode: 'next' });
    if (next.file_id !== piece.file_id || next.start !== piece.file_size) return;
    piece = next;
  }
}

/** The logs of every node, read by whichever node is asked. */
export function logRoutes(app: FastifyInstance, context: Context): void {
  const { platform, questions } = context;
  answerForLogs(context);

  handle(app, platform, logConfig, async ({ params, query }) => {
    const target = await onlineNode(context, query.nodeId);
    return { logs: await questions.ask(target, whichLogs, { type: params.logType }), refresh_rate_millis: defaultLogRefresh };
  });

  handle(app, platform, logData, async ({ params, query }) => {
    const target = await onlineNode(context, query.nodeId);
    const { id, file_size: from, file_id: fileId, until } = query;
    return questions.ask(target, whatInLog, { type: params.logType, id, from, fileId, mode: 'tail' as const, ...(until === undefined ? {} : { until }) });
  });

  handle(app, platform, downloadLog, async ({ params, query }, { actor, address, reply }) => {
    const target = await onlineNode(context, query.nodeId);
    const ask: Ask = (reading) =>
      questions.ask<Reading & { type: LogType; id: string }, LogData>(target, whatInLog, { type: params.logType, id: query.id, ...reading });
    const first = await ask({ from: 0, mode: 'next' });
    if (!/^[\w.-]+$/.test(query.id)) throw new AppError('not_found');
    await platform.identity.audit({ actor: actor.name, address, action: 'log.downloaded', subject: `${target.nodeId}/${query.id}` });
    reply.header('content-disposition', `attachment; filename="${target.nodeId}-${query.id}"`).header('cache-control', 'no-store');
    await reply.type('text/plain; charset=utf-8').send(Readable.from(readPieces(first, ask)));
    return undefined;
  });
}
