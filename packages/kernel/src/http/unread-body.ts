import type { FastifyInstance } from 'fastify';

/**
 * Keeps a connection usable when an answer is given before the request's body was read to its end, as a limit does.
 * Node reads past a body that nobody touched. One that was begun stays on the connection, and one destroyed by leaving a loop over it
 * cannot be read any more: the client's next request on that connection would never be seen. So leaving a loop leaves the body whole,
 * and the rest is read past after the answer, also where a reader stands in the middle and never leaves: it waits for
 * pieces with a listener that would keep them from flowing. Where something else destroyed it (a pipeline that failed), the answer ends the connection.
 */
export function readPastUnreadBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    raw[Symbol.asyncIterator] = () => raw.iterator({ destroyOnReturn: false });
    done();
  });
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (raw.destroyed && !raw.complete) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete) return done();
    // Taking away listeners where there are none would stop Node, which has begun to read past the body by itself.
    if (raw.listenerCount('readable') > 0) raw.removeAllListeners('readable');
    raw.resume();
    done();
  });
}
