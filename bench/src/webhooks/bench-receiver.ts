import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface BenchReceiver {
  readonly url: string;
  /** Requests so far. */
  count(): number;
  /** Milliseconds from the event until its message began to arrive, of what came since it was asked last. */
  takeDelays(): number[];
  stop(): void;
}

/** Takes messages as quickly as Node can; one that hangs never answers. */
export async function startBenchReceiver({ hangs = false } = {}): Promise<BenchReceiver> {
  let requests = 0;
  let delays: number[] = [];
  const server = createServer((request, response) => {
    const arrived = Date.now();
    buffer(request).then(
      (body) => {
        requests++;
        const { packhouse } = JSON.parse(body.toString()) as { packhouse: { at: string } };
        delays.push(arrived - Date.parse(packhouse.at));
        if (!hangs) response.writeHead(204).end();
      },
      () => undefined,
    );
  }).listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    count: () => requests,
    takeDelays() {
      const taken = delays;
      delays = [];
      return taken.sort((one, other) => one - other);
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
