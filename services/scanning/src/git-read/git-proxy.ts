import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';

/** A way out for a program of others, which leads to one server only. */
export interface GitProxy {
  url: string;
  /** Why the last connection could not be made. */
  refusal(): unknown;
  close(): Promise<void>;
}

/** Headers that are for one connection. https://www.rfc-editor.org/rfc/rfc9110#name-connection */
const ofConnection = new Set(['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host']);

function plainHeaders(headers: IncomingMessage['headers'] | Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string' && !ofConnection.has(name)) kept[name] = value;
  return kept;
}

const getPort = ({ protocol, port }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

class Forwarder {
  readonly password = randomBytes(24).toString('base64url');
  refusal: unknown;
  readonly #right = Buffer.from(`Basic ${Buffer.from(`git:${this.password}`).toString('base64')}`);
  readonly #sockets = new Set<Socket>();
  readonly #closing = new AbortController();
  readonly #outgoing: Pick<Outgoing, 'request' | 'tunnel'>;
  readonly #target: URL;
  readonly #count: (bytes: number) => void;

  constructor(outgoing: Pick<Outgoing, 'request' | 'tunnel'>, target: URL, count: (bytes: number) => void) {
    this.#outgoing = outgoing;
    this.#target = target;
    this.#count = count;
  }

  #isLetIn({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === this.#right.length && timingSafeEqual(given, this.#right);
  }

  #makeCounter(): Transform {
    const count = this.#count;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        count(chunk.length);
        done(null, chunk);
      },
    });
  }

  keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Passes on a request to a server without encryption. */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(request.url ?? '') ? new URL(request.url!) : undefined;
    if (!this.#isLetIn(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="git"' }).end();
    if (url?.origin !== this.#target.origin) return void response.writeHead(403).end();
    const method = request.method === 'POST' ? 'POST' : 'GET';
    const options = { method, headers: plainHeaders(request.headers), redirects: 0, signal: this.#closing.signal } as const;
    const answer = await this.#outgoing.request(url.href, method === 'POST' ? { ...options, body: request } : options);
    response.writeHead(answer.status, plainHeaders(answer.headers));
    await pipeline(answer.body, this.#makeCounter(), response);
  }

  /** Opens the way to an encrypted server. */
  async connect(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    const fail = (status: string) => client.end(`HTTP/1.1 ${status}\r\n\r\n`);
    if (!this.#isLetIn(request)) return void fail('407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="git"');
    const target = this.#target;
    const place = URL.canParse(`https://${request.url}`) ? new URL(`https://${request.url}`) : undefined;
    if (target.protocol !== 'https:' || place?.hostname !== target.hostname || getPort(place) !== getPort(target)) return void fail('403 Forbidden');
    try {
      const socket = await this.#outgoing.tunnel({ host: target.hostname, port: getPort(target) });
      this.keep(socket);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) socket.write(head);
      client.pipe(socket);
      socket.pipe(this.#makeCounter()).pipe(client);
      client.once('close', () => socket.destroy());
      socket.once('close', () => client.end());
    } catch (error) {
      this.refusal = error;
      fail('502 Bad Gateway');
    }
  }

  close(): void {
    this.#closing.abort();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Opens a forward proxy on this machine for `git`. Every connection goes out as all of the platform's do, to the one server that is to be read; `count` is told of
 * all bytes that come. The password keeps others on this machine out.
 */
export async function openGitProxy(outgoing: Pick<Outgoing, 'request' | 'tunnel'>, target: URL, count: (bytes: number) => void): Promise<GitProxy> {
  const forwarder = new Forwarder(outgoing, target, count);
  const server = createServer((request, response) => {
    forwarder.forward(request, response).catch((error: unknown) => {
      forwarder.refusal = error;
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  server.on('connection', (socket) => forwarder.keep(socket));
  server.on('connect', (request, client: Socket, head: Buffer) => void forwarder.connect(request, client, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://git:${forwarder.password}@127.0.0.1:${(server.address() as { port: number }).port}`,
    refusal: () => forwarder.refusal,
    async close() {
      forwarder.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
