import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the database that can be cut: then connections are taken and dropped at once. */
export async function cuttableWay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  let refused = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (isCut) {
      refused++;
      return void socket.destroy();
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
        other.destroy();
      });
      one.pipe(other);
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
    mend: () => {
      isCut = false;
    },
    close: () => {
      drop();
      server.close();
    },
  };
}
