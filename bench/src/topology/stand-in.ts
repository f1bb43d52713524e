import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  readonly url: string;
  /** When each deployment was asked, in milliseconds, by its id. */
  readonly asked: Map<string, number[]>;
  /** This is what all of them say, each under its own id. */
  beacon: object;
  /** While it is cut off, nobody is answered. */
  isCut: boolean;
  stop(): void;
}

/** Whom a signed call is for. */
function readAudience(authorization = ''): string {
  const claims = authorization.split(' ')[1]?.split('.')[1] ?? '';
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }).aud;
}

/** Stands in for many deployments at one address: each answers with the beacon of a real one. It looks at no signature. */
export async function startStandIn(): Promise<StandIn> {
  const standIn: StandIn = {
    url: '',
    asked: new Map(),
    beacon: {},
    isCut: false,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    if (standIn.isCut) return void request.socket.destroy();
    const id = readAudience(request.headers.authorization);
    // It watches nobody, and says so to whoever tells it how they are.
    if (request.method !== 'GET') return void response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ errors: [] }));
    standIn.asked.set(id, [...(standIn.asked.get(id) ?? []), performance.now()]);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...standIn.beacon, id, at: new Date().toISOString() }));
  }).listen(0);
  await once(server, 'listening');
  return Object.assign(standIn, { url: `http://localhost:${(server.address() as AddressInfo).port}` });
}
