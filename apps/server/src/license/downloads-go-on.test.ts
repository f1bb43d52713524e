import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { accessService } from '@packhouse/access-service/service.ts';
import { installLicence } from '@packhouse/contract/access/access-licence-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeIssuer } from '../buckets/bucket-test-platform.ts';

const services = [accessService, repositoriesService];
const issuer = makeIssuer();
const hour = 3_600_000;
const seconds = () => Math.floor(Date.now() / 1000);

let platform: TestPlatform;

/** Addresses of what is stored, with its checksum. */
const stored = new Map<string, string>();

beforeAll(async () => {
  platform = await startTestPlatform({ services, jobs: false, config: { licenceKey: issuer.publicKey } });
  await platform.call(createRepository, { body: { class: 'local', key: 'files', format: 'generic' } });
  await platform.call(createRepository, { body: { class: 'local', key: 'packages', format: 'npm' } });
  await put('/artifactory/files/one.txt', 'one');
  const tar = pack();
  tar.entry({ name: 'package/package.json' }, JSON.stringify({ name: 'tool', version: '1.0.0' }));
  tar.finalize();
  const tarball = gzipSync(await buffer(tar));
  const version = { name: 'tool', version: '1.0.0', dist: {} };
  const attachments = { 'tool-1.0.0.tgz': { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } };
  const document = { _id: 'tool', name: 'tool', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version }, _attachments: attachments };
  await put('/artifactory/api/npm/packages/tool', JSON.stringify(document), { 'content-type': 'application/json' });
  stored.set('/artifactory/files/one.txt', hash('sha256', 'one'));
  stored.set('/artifactory/api/npm/packages/tool/-/tool-1.0.0.tgz', hash('sha256', tarball));
  const licence = await issuer.sign({ type: 'ENTERPRISE', licensedTo: 'Example Ltd', iat: seconds(), exp: seconds() + 3600, jti: 'the-licence' });
  await platform.call(installLicence, { body: { licence } });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => platform.stop());

const headersAt = (at: TestPlatform) => at.headersOf({ user: 'admin', password: at.adminPassword });

async function put(path: string, body: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${platform.baseUrl}${path}`, { method: 'PUT', headers: { ...headersAt(platform), ...headers }, body });
  expect([path, answer.status]).toEqual([path, 201]);
}

/** What a platform answers for everything that is stored. */
async function readAll(at: TestPlatform): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const path of stored.keys()) {
    const answer = await fetch(`${at.baseUrl}${path}`, { headers: headersAt(platform) });
    read.set(path, answer.ok ? hash('sha256', Buffer.from(await answer.arrayBuffer())) : String(answer.status));
  }
  const listed = await fetch(`${at.baseUrl}/artifactory/api/npm/packages/tool`, { headers: headersAt(platform) });
  expect([listed.status, Object.keys(((await listed.json()) as { versions: object }).versions)]).toEqual([200, ['1.0.0']]);
  return read;
}

it('what is stored is downloaded as before when the license has ended', async () => {
  expect(await platform.peers.licence?.current()).toBe('ENTERPRISE');
  expect(await readAll(platform)).toEqual(stored);
  const later = Date.now() + 2 * hour;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  expect(await platform.peers.licence?.current()).toBe('N/A');
  expect(await readAll(platform)).toEqual(stored);
});

it('what is stored is downloaded as before when nobody vouches for the license any more, and when it is lost', async () => {
  const other = await startTestPlatform({ services, jobs: false, config: { licenceKey: makeIssuer().publicKey }, joins: platform });
  try {
    expect(await other.peers.licence?.current()).toBe('N/A');
    expect(await readAll(other)).toEqual(stored);
    const by = { actor: 'mission control', address: '' };
    await platform.peers.licence?.withdraw('an-order', ['the-licence'], by);
    expect(await other.peers.licence?.current()).toBe('ENTERPRISE_PLUS');
    expect(await readAll(other)).toEqual(stored);
  } finally {
    await other.stop();
  }
});
