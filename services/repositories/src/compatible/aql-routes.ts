import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { searchAql } from '@packhouse/contract/repositories/search-compatible-routes.ts';
import { countedAddress } from '@packhouse/kernel/http/counted-address.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { limitAtOnce } from '@packhouse/limits/turns.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { stream } from '../download/send-artifact.ts';
import { bodyLimits } from '../reading/request-body.ts';
import type { Aql } from '../search/aql.ts';
import { bodyWhileRead } from '../search/body-while-read.ts';
import { runAql } from '../search/run-query.ts';
import { refuseStorage } from './storage-routes.ts';

/** Each holds a connection to the database for as long as its client reads. */
const patience = 30_000;
const limits = {
  atOnce: 4,
  each: 2,
  waiting: 100,
  eachWaiting: 20,
  patience,
  refusal: () => new AppError(queryWords.too_many_queries, {}, { detail: { retryAfter: patience / 1000 } }),
};
/** Milliseconds after which a client that stops reading gives its turn back. */
const readingPatience = 60_000;

/** The whole answer, piece by piece. The first batch is there before anything is sent, so that a refusal is still a refusal. */
async function* answer(aql: Aql, first: IteratorResult<readonly unknown[]>, rest: AsyncGenerator<readonly unknown[]>): AsyncGenerator<string> {
  let count = 0;
  let next = first;
  yield '{\n"results" : [ ';
  while (!next.done) {
    const lines = next.value.map((one) => JSON.stringify(one)).join(',');
    yield count > 0 ? `,${lines}` : lines;
    count += next.value.length;
    next = await rest.next();
  }
  const limit = aql.limit === undefined ? {} : { limit: aql.limit };
  yield ` ],\n"range" : ${JSON.stringify({ start_pos: aql.offset, end_pos: aql.offset + count, total: count, ...limit })}\n}\n`;
}

/** `POST api/search/aql`: the query language of existing clients. */
export async function aqlRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const turns = limitAtOnce(limits);
  const answerQuery = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const text = (await readUpTo(request.raw, bodyLimits.query)).toString('utf8');
    const { aql, results } = await runAql(context, request.actor, text);
    // Those who proved nothing all have one name.
    const done = await turns.take(request.actor.kind === 'anonymous' ? `from ${countedAddress(request.ip)}` : request.actor.name);
    const first = await results.next().catch((error: unknown) => {
      done();
      throw error;
    });
    const body = bodyWhileRead(answer(aql, first, results), readingPatience);
    // Also when the client was gone before the first byte.
    body.once('close', () => void results.return(undefined).finally(done));
    return stream(reply, 200, { 'content-type': 'application/json' }, body);
  };
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    handle(scope, context.platform, searchAql, (_, { request, reply }) => answerQuery(request, reply));
  });
}
