import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A way to the database that can be cut: then connections are taken and dropped at once. Or it can swallow: then nobody hears from the other side any
 * more, as when a machine or the network between vanishes, and no connection is closed.
 */
export async function cuttableWay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const onwards = new Map<Socket, Socket>();
  const swallowed = new Set<Socket>();
  let isCut = false;
  let isSwallowing = false;
  let refused = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    if (isCut) {
      refused++;
      return void socket.destroy();
    }
    if (isSwallowing) {
      open.add(socket);
      return void socket.on('close', () => open.delete(socket)).resume();
    }
    const socketFolder = target.searchParams.get('host');
    const onward = socketFolder ? connect(`${socketFolder}/.s.PGSQL.${target.port}`) : connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        onwards.delete(one);
        if (!swallowed.has(one)) other.destroy();
      });
      one.pipe(other);
      onwards.set(one, other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    refused: () => refused,
    cut: () => {
      isCut = true;
      drop();
    },
    swallow: () => {
      isSwallowing = true;
      for (const [one, other] of onwards) {
        swallowed.add(one);
        one.unpipe(other).resume();
      }
    },
    /** Lets new connections through again; those that were swallowed stay so. */
    mend: () => {
      isCut = false;
      isSwallowing = false;
    },
    close: () => {
      drop();
      server.close();
    },
  };
}
