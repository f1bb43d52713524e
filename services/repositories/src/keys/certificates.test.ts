import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { makeCertificate } from './test-certificate.ts';

const usual = getCACertificates('default');
let test: RepositoryTestPlatform;
let folder: string;
let servers: Server[] = [];
let seen: string[] = [];

/** A server that notes which certificate it is shown; `location` sends everybody on. */
async function serve(own: { certificate: string; privateKey: string }, ca: string, location?: string): Promise<string> {
  const server = createServer({ cert: own.certificate, key: own.privateKey, ca, requestCert: true, rejectUnauthorized: false }, ({ socket }, answer) => {
    const { subject } = (socket as TLSSocket).getPeerCertificate();
    seen.push(String(subject?.CN ?? 'nobody'));
    if (location) answer.writeHead(302, { location }).end();
    else answer.writeHead((socket as TLSSocket).authorized ? 200 : 403).end('for friends only');
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

let team: { certificate: string; privateKey: string };
let upstream: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-certificates-'));
  const own = await makeCertificate(folder, 'server');
  team = await makeCertificate(folder, 'team');
  setDefaultCACertificates([...usual, own.certificate]);
  upstream = await serve(own, team.certificate);
  test = await startRepositoryPlatform();
  await test.create({ class: 'remote', key: 'files', format: 'generic', settings: { url: upstream, missedSeconds: 0, assumedOfflineSeconds: 0 } });
  await test.create({ class: 'remote', key: 'sent-on', format: 'generic', settings: { url: await serve(own, team.certificate, `${upstream}/x.txt`) } });
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await test?.stop();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  servers = [];
  await rm(folder, { recursive: true, force: true });
});

const add = (body: object) => test.call(contract.createClientCertificate, { body: { name: 'team', ...team, ...body } });
const use = (key: string, clientTlsCertificate: string) => test.call(updateRepository, { params: { key }, body: { settings: { clientTlsCertificate } } });

describe('client certificates', () => {
  it('KEYS-012 are added with the key that fits them, which no call answers', async () => {
    await expect(add({ certificate: 'hello' })).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'certificate' })] });
    for (const certificate of [`${team.certificate}${team.privateKey}`, `${team.certificate}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`])
      await expect(add({ certificate })).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'certificate' })] });
    const other = await makeCertificate(folder, 'other');
    await expect(add({ privateKey: other.privateKey })).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'privateKey' })] });
    expect(await add({})).toMatchObject({ name: 'team', subject: 'CN=team', issuer: 'CN=team', usedBy: [] });
    const { items } = await test.call(contract.listClientCertificates, {});
    expect(items).toHaveLength(1);
    expect(JSON.stringify([items, test.audited])).not.toContain('PRIVATE KEY');
  });

  it('are shown to the upstream of a repository that names one', async () => {
    expect((await test.ask('files/a.txt')).status).not.toBe(200);
    await expect(use('files', 'nobody')).rejects.toMatchObject({ code: 'invalid_input' });
    await use('files', 'team');
    const answer = await test.ask('files/a.txt');
    expect([answer.status, await answer.text()]).toEqual([200, 'for friends only']);
    expect(seen.at(-1)).toBe('team');
    await expect(test.call(contract.deleteClientCertificate, { params: { name: 'team' } })).rejects.toMatchObject({ code: 'in_use', message: 'files uses it' });
  });

  it('are not shown to whom the upstream sends us on', async () => {
    await use('sent-on', 'team');
    seen = [];
    expect((await test.ask('sent-on/x.txt')).status).not.toBe(200);
    expect(seen).toEqual(['team', 'nobody']);
  });
});
