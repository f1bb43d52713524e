import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let upstream: Server;
let roomy: ScanningTestPlatform;
/** The same data on a disk that counts as full. */
let full: ScanningTestPlatform;
beforeAll(async () => {
  upstream = createServer((_request, response) => void response.end('content'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  roomy = await startScanningPlatform();
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  for (const [key, storeLocally] of [
    ['passed', false],
    ['free', false],
    ['kept', true],
    ['free-kept', true],
  ] as const)
    await roomy.create({ class: 'remote', key, format: 'generic', settings: { url, storeLocally, allowPrivate: true } });
  await roomy.create({ class: 'virtual', key: 'all', format: 'generic', members: ['passed'] });
  const rules = [{ name: 'high', criteria: { min_severity: 'High' as const }, actions: { block_download: { active: true, unscanned: true } } }];
  await roomy.call(createPolicy, { body: { name: 'strict', type: 'security', rules } });
  const resources = ['passed', 'kept'].map((name) => ({ type: 'repository' as const, name }));
  await roomy.call(createWatch, { body: { general_data: { name: 'w' }, project_resources: { resources }, assigned_policies: [{ name: 'strict' }] } });
  full = await startScanningPlatform({ joins: roomy, jobs: false, config: { blobs: { keepFree: '9000000g' } } });
});
afterAll(async () => {
  await full?.stop();
  await roomy?.stop();
  await new Promise((resolve) => upstream?.close(resolve));
});

async function ask(platform: ScanningTestPlatform, path: string, method = 'GET'): Promise<string> {
  const answer = await fetch(`${platform.baseUrl}/artifactory/${path}`, { method, headers: platform.headersOf('admin') });
  const text = await answer.text();
  return answer.ok ? String(answer.status) : `${answer.status} ${(JSON.parse(text) as { errors: { message: string }[] }).errors[0]?.message}`;
}

it('refuses what nothing keeps where a scan is asked for first, and says what to do', async () => {
  for (const key of ['passed', 'all'])
    expect(await ask(roomy, `${key}/app.jar`)).toBe(
      '403 app.jar is blocked: the policy strict asks for a scan first, watch w, and the repository passed keeps nothing that could be scanned. Have it store artifacts locally, or take it out of the watch.',
    );
  expect(await ask(roomy, 'passed/app.jar', 'HEAD')).toBe('200');
  // Nothing is ever scanned of such a file.
  expect(await ask(roomy, 'passed/readme.txt')).toBe('200');
  expect(await ask(roomy, 'free/app.jar')).toBe('200');
});

it('refuses what there is no room to keep, and lets out what no watch looks at', async () => {
  expect(await ask(full, 'kept/app.jar')).toBe(
    '403 app.jar is blocked: the policy strict asks for a scan first, watch w, and the storage is full, so that kept can keep nothing that could be scanned. An administrator has to make room.',
  );
  expect(await ask(full, 'kept/readme.txt')).toBe('200');
  expect(await ask(full, 'free-kept/app.jar')).toBe('200');
});
