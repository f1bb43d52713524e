import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeLostConnections } from './lost-connections.ts';

/** Stands for the primary and one worker, and says where the worker listens and which process it is. */
if (cluster.isPrimary) {
  const worker = cluster.fork();
  closeLostConnections(worker);
  // A primary that ends closes everything; this one lives on, as one with other workers does.
  setInterval(() => undefined, 60_000);
  worker.once('message', (port) => process.stdout.write(`${JSON.stringify({ port, worker: worker.process.pid })}\n`));
} else {
  const server = createServer((_request, response) => response.end('answered'));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
