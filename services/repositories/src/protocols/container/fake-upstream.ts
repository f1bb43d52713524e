import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeAnswer {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** Length to promise instead of the body's own. */
  announce?: number;
  /** Never answer. */
  hang?: boolean;
}

export interface FakeUpstream {
  url: string;
  /** How every request from now on is answered. */
  answer(answer: FakeAnswer): void;
  stop(): Promise<void>;
}

/** An upstream that misbehaves in the way the test asks for. */
export async function fakeUpstream(): Promise<FakeUpstream> {
  let current: FakeAnswer = { status: 404 };
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (current.hang) {
      hanging.add(response);
      return;
    }
    const body = Buffer.from(current.body ?? '');
    response.writeHead(current.status ?? 200, { ...current.headers, 'content-length': current.announce ?? body.length });
    if (request.method === 'HEAD') response.end();
    else if (current.announce === undefined) response.end(body);
    else response.write(body, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(answer) {
      current = answer;
    },
    async stop() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
