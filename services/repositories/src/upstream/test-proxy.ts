import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';

export interface TestProxy {
  port: number;
  /** `METHOD target` of every request that it let through, in order. */
  asked: string[];
  /** Every password that it was sent, let through or not. */
  passwords: (string | undefined)[];
  stop(): Promise<void>;
}

const getPassword = ({ headers }: IncomingMessage) => {
  const pair = /^Basic (.+)$/.exec(headers['proxy-authorization'] ?? '')?.[1];
  return pair === undefined ? undefined : Buffer.from(pair, 'base64').toString();
};

/** A real forward proxy on a loopback port, for tunnels and plain requests; with `pair` (`user:password`) only for those who know it. */
export async function startTestProxy(pair?: string): Promise<TestProxy> {
  const isWelcome = (incoming: IncomingMessage) => {
    const given = getPassword(incoming);
    proxy.passwords.push(given);
    if (pair !== undefined && given !== pair) return false;
    proxy.asked.push(`${incoming.method} ${incoming.url}`);
    return true;
  };
  const server = createServer((incoming, answer) => {
    if (!isWelcome(incoming)) return void answer.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end();
    const headers = { ...incoming.headers };
    delete headers['proxy-authorization'];
    const onward = request(incoming.url ?? '', { method: incoming.method ?? 'GET', headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      pipeline(found, answer, () => undefined);
    });
    onward.on('error', () => answer.writeHead(502).end());
    pipeline(incoming, onward, () => undefined);
  });
  server.on('connect', (incoming, socket) => {
    if (!isWelcome(incoming))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="test"\r\ncontent-length: 0\r\n\r\n');
    const [host, port] = (incoming.url ?? '').split(':');
    const onward = connect(Number(port), host);
    onward.once('connect', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    pipeline(onward, socket, () => undefined);
    pipeline(socket, onward, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TestProxy = {
    port: (server.address() as AddressInfo).port,
    asked: [],
    passwords: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
