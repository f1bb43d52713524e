import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Way {
  drop(): void;
  /** What either side sends from now on never arrives, and neither hears that the other one is gone. */
  swallow(): void;
}

function joinSockets(one: Socket, other: Socket): Way {
  const pairs = [
    [one, other],
    [other, one],
  ] as const;
  let isSwallowing = false;
  for (const [from, to] of pairs) {
    from.on('error', () => undefined);
    from.on('close', () => isSwallowing || to.destroy());
    from.pipe(to);
  }
  return {
    drop() {
      one.destroy();
      other.destroy();
    },
    swallow() {
      isSwallowing = true;
      for (const [from, to] of pairs) from.unpipe(to).resume();
    },
  };
}

function connectTo(database: URL): Socket {
  const folder = database.searchParams.get('host');
  return folder ? connect(`${folder}/.s.PGSQL.${database.port}`) : connect(Number(database.port), database.hostname);
}

/**
 * A way to the database that can be cut: then connections are taken and dropped at once. Or it can swallow: then nobody hears from the other side any
 * more, as when a machine or the network between vanishes, and no connection is closed.
 */
export async function cuttableWay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const ways: Way[] = [];
  const waiting: Socket[] = [];
  let isCut = false;
  let isSwallowing = false;
  let refused = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    if (isCut) {
      refused++;
      return void socket.destroy();
    }
    if (isSwallowing) return void waiting.push(socket.resume());
    ways.push(joinSockets(socket, connectTo(target)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const drop = () => {
    for (const way of ways) way.drop();
    for (const socket of waiting) socket.destroy();
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
      for (const way of ways) way.swallow();
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
