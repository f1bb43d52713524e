import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestUpstream {
  url: string;
  /** `METHOD /path` of every request, in order. */
  asked: string[];
  lastHeaders: IncomingMessage['headers'];
  /** Answers a path; replaced at will. */
  on(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void;
  count(path: string): number;
  stop(): Promise<void>;
}

/** A small server that behaves as badly as a test wants. */
export async function startTestUpstream(): Promise<TestUpstream> {
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    upstream.asked.push(`${request.method} ${path}`);
    upstream.lastHeaders = request.headers;
    const answer = answers.get(path);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream: TestUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    lastHeaders: {},
    on: (path, answer) => void answers.set(path, answer),
    count: (path) => upstream.asked.filter((one) => one.endsWith(` ${path}`)).length,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
}
