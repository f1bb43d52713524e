import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { RegisteredRoute } from '@packhouse/kernel/http/http.ts';
import { isCall } from '@packhouse/kernel/http/route-addresses.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
let calls: RegisteredRoute[];
const stranger = { user: 'stranger', password: 'Secret-pass-1' };

beforeAll(async () => {
  test = await startTestPlatform({
    services: configuredServices({ services: ['access', 'repositories', 'scanning', 'distribution', 'events', 'mission-control', 'insight', 'pipelines'] }),
    jobs: false,
  });
  calls = test.app.registeredRoutes.filter(({ method, url, route }) => method !== 'OPTIONS' && route.compatible && isCall(url) && !url.includes('*'));
  await test.call(createUser, { body: { name: stranger.user, password: stranger.password } });
  await test.call(updateUser, { params: { name: stranger.user }, body: { groups: [] } });
  await test.call(createRepository, { body: { class: 'local', format: 'generic', key: 'depot' } });
});
afterAll(() => test?.stop());

/** What is different at each call though the same is answered. */
const steady = (text: string) => text.replaceAll(/"requestId":"[^"]+"/g, '').replaceAll(/\d+/g, '0');

async function ask(method: string, path: string, as: Caller) {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const answer = await fetch(`${test.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...test.headersOf(as), ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, type: answer.headers.get('content-type')?.split(';')[0], text: steady(text) };
}

/** Only the first of two calls can make it. */
const oncePerUser = 'POST /artifactory/api/security/apiKey';

const fillIn = (url: string) =>
  url.replace(/\/$/, '').replaceAll(/:(\w+)/g, (_, name: string) => (/^(key|repoKey|repo|repository)$/.test(name) ? 'depot' : 'x'));

async function differences(chosen: readonly RegisteredRoute[], as: Caller): Promise<string[]> {
  const found: string[] = [];
  for (const { method, url } of chosen) {
    const path = fillIn(url);
    const plain = await ask(method, path, as);
    const slashed = await ask(method, `${path}/`, as);
    // What is made or told afresh with each call differs in what it is, not in how it is answered.
    const isSame = plain.status === slashed.status && plain.type === slashed.type && (plain.status < 300 || plain.text === slashed.text);
    if (!isSame && `${method} ${url}` !== oncePerUser)
      found.push(`${method} ${path}: ${plain.status} ${plain.text.slice(0, 200)}, with a slash ${slashed.status} ${slashed.text.slice(0, 200)}`);
  }
  return found;
}

describe('API-001 every call of existing clients at a fixed address', () => {
  it('answers an administrator who reads alike with a slash at the end', async () => {
    const reads = calls.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(120);
    expect(await differences(reads, 'admin')).toEqual([]);
  });

  it('answers a user without rights alike, and visitors', async () => {
    expect(calls.length).toBeGreaterThan(300);
    expect(await differences(calls, stranger)).toEqual([]);
    expect(await differences(calls, 'anonymous')).toEqual([]);
  });

  it('is told once, as it is written in the contract', () => {
    const urls = test.app.registeredRoutes.map(({ method, url }) => `${method} ${url}`);
    expect(urls).not.toContain('GET /artifactory/api/repositories/');
    expect(urls).toContain('GET /evidence/api/v1/config/');
  });

  it('is never a path of an artifact, where a slash stands for a folder', async () => {
    const put = (path: string) => fetch(`${test.baseUrl}/artifactory/${path}`, { method: 'PUT', headers: test.headersOf('admin') });
    expect((await put('depot/shelf/')).status).toBe(201);
    const folder = await ask('GET', '/artifactory/api/storage/depot/shelf', 'admin');
    expect(folder.text).toContain('"children"');
    expect((await ask('GET', '/artifactory/depot/shelf/', 'admin')).status).toBe(200);
  });
});
