import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { downloadSupportBundle, generateSupportBundle, readSupportBundle } from '@packhouse/contract/operations/support-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { unzip } from '@packhouse/testkit/unzip.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

const metricsToken = 'Collector-token-4711';
const password = 'Ann-secret-pass-1';
const upstreamPassword = 'Upstream-pass-8';
let test: TestPlatform;

beforeAll(async () => {
  const chosen = ['access' as const, 'repositories' as const];
  test = await startTestPlatform({
    services: configuredServices({ services: chosen }),
    logs: true,
    config: { services: chosen, metricsToken, nodeId: 'only' },
  });
});
afterAll(() => test.stop());

it('SUP-003 puts no secret of a configured platform into a bundle, whatever was logged', async () => {
  await test.call(createUser, { body: { name: 'ann', password } });
  const { accessToken, referenceToken, refreshToken } = await test.call(createToken, {
    body: { includeReferenceToken: true, refreshable: true, expiresIn: 3600 },
  });
  const settings = { url: 'https://upstream.test/', username: 'fetcher' };
  await test.call(createRepository, { body: { class: 'remote', format: 'generic', key: 'outside', settings, password: upstreamPassword } });
  const ping = (query: string, headers: Record<string, string>) => fetch(`${test.baseUrl}/artifactory/api/system/ping?${query}`, { headers });
  await ping(`access_token=${accessToken}`, test.headersOf({ token: accessToken }));
  await ping(`password=${password}`, { ...test.headersOf({ user: 'ann', password }), 'user-agent': `script Bearer ${accessToken}` });
  const log = test.platform.logger('access');
  log.info({ password, headers: { authorization: `Bearer ${accessToken}` } }, 'by name');
  log.info({ deep: { deeper: { password: upstreamPassword, token: referenceToken } } }, 'by name, deep');
  log.info(
    `by chance: ${metricsToken}, ${test.adminPassword}, ${accessToken}, access_token=${referenceToken}&x=1, https://fetcher:${upstreamPassword}@upstream.test/`,
  );
  // What was logged stands in the files after a moment.
  await expect.poll(() => readFileSync(join(test.home, 'logs/access/access.log'), 'utf8')).toContain('by chance');
  await expect.poll(() => readFileSync(join(test.home, 'logs/router/request.log'), 'utf8')).toContain('script');

  const { id } = await test.call(generateSupportBundle, { body: { name: 'All', service: 'artifactory' } });
  await expect.poll(async () => (await test.call(readSupportBundle, { params: { id } })).status, { interval: 50 }).toBe('success');
  const answer = await fetch(`${test.baseUrl}${downloadSupportBundle.url.replace(':id', id)}`, { headers: test.headersOf('admin') });
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  const text = Object.entries(files).flat().join('\n');
  for (const present of [
    'nodes/only/logs/access-service.log',
    'by chance',
    'nodes/only/logs/router-request.log',
    'nodes/only/configuration.json',
    'database.json',
  ])
    expect(text).toContain(present);
  const masterKey = readFileSync(join(test.home, 'keys/master.key'), 'utf8').trim();
  const databasePassword = decodeURIComponent(new URL(test.databaseUrl).password);
  const secrets = {
    password,
    upstreamPassword,
    metricsToken,
    accessToken,
    referenceToken,
    refreshToken,
    masterKey,
    adminPassword: test.adminPassword,
    basic: Buffer.from(`ann:${password}`).toString('base64'),
  };
  for (const [name, secret] of Object.entries(secrets)) expect(text.includes(secret!), name).toBe(false);
  if (databasePassword.length >= 6) expect(text.includes(databasePassword)).toBe(false);
});
