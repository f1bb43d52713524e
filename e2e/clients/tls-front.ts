import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createClient } from '@packhouse/contract/client.ts';
import { client } from '../../tools/clients.ts';
import type { ClientServer } from './client-platform.ts';
import { mustRun } from './run-client.ts';

export interface TlsFront {
  /** The same server as clients see it through TLS. */
  server: ClientServer;
  /** Certificate to trust, in PEM. */
  caFile: string;
  stop(): Promise<void>;
}

/** Puts a reverse proxy with a certificate of its own in front of a server, as an installation has one: some clients keep credentials from plain HTTP. */
export async function startTlsFront(server: ClientServer, folder: string, name: 'localhost' | '127.0.0.1' = 'localhost'): Promise<TlsFront> {
  const caFile = join(folder, 'tls-cert.pem');
  const keyFile = join(folder, 'tls-key.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await mustRun(client('openssl'), ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', keyFile, '-out', caFile], {
    cwd: folder,
    env: {},
  });
  const front = createServer({ key: await readFile(keyFile), cert: await readFile(caFile) }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': incoming.headers.host ?? '' };
    const forwarded = request(`${server.url}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    pipeline(incoming, forwarded, () => undefined);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const host = `${name}:${(front.address() as AddressInfo).port}`;
  const authorization = `Bearer ${server.token}`;
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization, 'x-forwarded-proto': 'https', 'x-forwarded-host': host }) });
  return {
    server: {
      ...server,
      url: `https://${host}`,
      host,
      call,
      protocol: (key, apiName) => `https://${host}/artifactory/${apiName ? `api/${apiName}/` : ''}${key}`,
    },
    caFile,
    stop: () => new Promise((resolve) => front.close(() => resolve())),
  };
}
