import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { attachPeerLicences, listPeerLicences, withdrawPeerLicences } from '@packhouse/contract/access/access-licence-routes.ts';

/** One deployment that licences are attached to. */
interface Holder {
  /** Names of the licences that it has. */
  installed: Set<string>;
  /** Orders that install nothing any more. */
  withdrawn: Set<string>;
}

export interface LicenceHolders {
  readonly url: string;
  /** Names of the licences that each has. */
  readonly installed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Calls that brought licences, so far. */
  count(): number;
  stop(): void;
}

const readPayload = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { aud?: string; jti?: string };

/** Whom a signed call is for. */
const readAudience = ({ headers: { authorization = '' } }: IncomingMessage) => readPayload(authorization.split(' ')[1] ?? '').aud ?? '';

const refusal = { errors: [{ status: 409, code: 'conflict', message: 'The order was withdrawn' }] };

/**
 * Stands in for many deployments at one address, each of which does with orders of licences what the access service does: it installs an order all or none, as often as that
 * arrives, once, and nothing of an order that was withdrawn. It looks at no signature, and installs nothing before `pause` ends.
 */
export async function startLicenceHolders(pause: () => Promise<void>): Promise<LicenceHolders> {
  const holders = new Map<string, Holder>();
  const installed = new Map<string, Set<string>>();
  let calls = 0;
  const find = (id: string): Holder => {
    const holder = holders.get(id) ?? { installed: new Set(), withdrawn: new Set() };
    holders.set(id, holder);
    installed.set(id, holder.installed);
    return holder;
  };

  async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const holder = find(readAudience(request));
    if (request.method === 'GET' && request.url === listPeerLicences.url)
      return { status: 200, body: { items: [...holder.installed].map((jti) => ({ jti, type: 'ENTERPRISE', expiresAt: null })) } };
    const body = (await json(request)) as { order: string; licences: string[]; jtis: string[] };
    if (request.url === withdrawPeerLicences.url) {
      holder.withdrawn.add(body.order);
      for (const jti of body.jtis) holder.installed.delete(jti);
      return { status: 200, body: { withdrawn: body.jtis.length } };
    }
    if (request.url !== attachPeerLicences.url) return { status: 404, body: {} };
    calls++;
    await pause();
    if (holder.withdrawn.has(body.order)) return { status: 409, body: refusal };
    for (const licence of body.licences) holder.installed.add(readPayload(licence).jti ?? '');
    return { status: 200, body: { installed: body.licences.length } };
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    answer(request).then(
      ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => request.socket.destroy(),
    );
  }).listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    installed,
    count: () => calls,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
