import { accessService } from '@packhouse/access-service/service.ts';
import { readTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { logConfig } from '@packhouse/contract/operations/operations-log-routes.ts';
import { listSupportBundles, supportBundleCreations } from '@packhouse/contract/operations/support-routes.ts';
import { getServiceType } from '@packhouse/contract/shell/service-names.ts';
import * as shellRoutes from '@packhouse/contract/shell/shell-routes.ts';
import { insightService } from '@packhouse/insight-service/service.ts';
import { operationsService } from '@packhouse/operations-service/service.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsole } from './console/register-console.ts';

let test: TestPlatform;

beforeAll(async () => {
  test = await startTestPlatform({
    services: [accessService, insightService, operationsService],
    config: { services: ['access', 'insight'] },
    logs: true,
    extend: (app, platform, peers) => registerConsole(app, platform, peers, () => ({ assets: new Map(), areas: [] })),
  });
});
afterAll(() => test?.stop());

it('INS-004 insight is a service like the others: it is listed, has a status, its logs are read and it makes support bundles', async () => {
  expect((await test.call(shellRoutes.microservices, {})).map(({ name }) => name)).toContain('insight');
  expect(getServiceType('insight')).toBe('jfisv');
  test.platform.logger('insight').info('a line of insight');
  const logs = async () => (await test.call(logConfig, { params: { logType: 'jfisv' } })).logs;
  await expect.poll(logs).toEqual(['insight-service.log']);
  const { id, service } = await test.call(supportBundleCreations.insight, { body: { name: 'Insight', parameters: { thread_dump: { count: 0 } } } });
  expect(service).toBe('insight');
  const state = async () => (await test.call(listSupportBundles, {})).find((one) => one.id === id)?.status;
  await expect.poll(state, { timeout: 20_000 }).toBe('success');
});

it('INS-003 an administrator of the platform reads trends as the console does', async () => {
  const answer = await fetch(`${test.baseUrl}/ui/api/v1/insight/api/v1/trends?period=week`, { headers: test.headersOf('admin') });
  expect([answer.status, (await answer.json()) as object]).toEqual([
    200,
    expect.objectContaining({ period: 'week', figures: expect.any(Array), charts: expect.any(Array) }),
  ]);
  expect(readTrends.access).toBe('administrator');
});
