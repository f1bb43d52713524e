import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Wire {
  url: string;
  stop(): Promise<void>;
}

/** Stands between two platforms; `meddle` says which requests go on; of the others the connection breaks. */
export async function standBetween(to: string, meddle: (asked: IncomingMessage) => boolean | Promise<boolean>): Promise<Wire> {
  const pass = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const verdict = await meddle(asked);
    if (!verdict) return void asked.socket.destroy();
    const { hostname, port } = new URL(to);
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  };
  const server = createServer((asked, answer) => void pass(asked, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
