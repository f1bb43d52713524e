import { accessService } from '@packhouse/access-service/service.ts';
import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestPlatform;
let token = '';
const says = 'make an identity token under Edit Profile';
const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}` });

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService, repositoriesService], jobs: false });
  for (const format of ['npm', 'generic', 'docker'] as const) await test.call(createRepository, { body: { key: `${format}-local`, class: 'local', format } });
  token = (await test.call(createToken, { body: {} })).accessToken;
  await test.call(updateAccessSettings, { body: { requireSecondFactor: true } });
});
afterAll(() => test.stop());

/** The status and the words of an answer. */
async function ask(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const answer = await fetch(test.baseUrl + path, init);
  return { status: answer.status, text: await answer.text() };
}

const login = (password: string) => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'admin', password }),
});
const file = (secret: string) => ({ method: 'PUT', headers: basic(secret), body: 'text' });
const form = (password: string) => ({
  method: 'POST',
  body: new URLSearchParams({ grant_type: 'password', username: 'admin', password, service: 'x', client_id: 'docker' }),
});

it.each<[string, string, (secret: string) => RequestInit]>([
  ['npm login', '/artifactory/api/npm/npm-local/-/user/org.couchdb.user:admin', login],
  ['an upload', '/artifactory/generic-local/a.txt', file],
  ['the token of container clients', '/v2/token?service=x', (secret) => ({ headers: basic(secret) })],
  ['the token of container clients, asked for by a form', '/v2/token', form],
])('ACC-002 %s refuses a password alone with words that help, and takes an identity token, where a second factor is required', async (_, path, init) => {
  const refused = await ask(path, init(test.adminPassword));
  expect(refused.status).toBe(401);
  expect(refused.text).toContain(says);
  expect((await ask(path, init(token))).status).toBeLessThan(300);
});
