import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A client that sends `Expect: 100-continue` waits with its body. It is invited when a handler first reads the body, which is
 * after that handler has authorised the request; a refusal closes the connection instead.
 * https://www.rfc-editor.org/rfc/rfc9110#name-expect
 */
export function inviteBodyWhenRead(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const read = request._read;
    let isInvited = false;
    request._read = function (this: IncomingMessage, size) {
      request._read = read;
      if (!response.headersSent) {
        isInvited = true;
        response.writeContinue();
      }
      return read.call(this, size);
    };
    const writeHead = response.writeHead;
    response.writeHead = function (this: ServerResponse, ...args: Parameters<typeof writeHead>) {
      if (!isInvited) response.setHeader('connection', 'close');
      return writeHead.apply(this, args);
    } as typeof writeHead;
    server.emit('request', request, response);
  });
}

/** Browsers open connections ahead of need. Without a request they do not count as idle, and stopping would wait a minute for each. */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}
