import { logConfig } from '@packhouse/contract/operations/operations-log-routes.ts';
import { highAvailability, nodeStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

const config = { services: ['pipelines'], nodeId: 'one' } as const;
let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({
    services: configuredServices({ services: [...config.services] }),
    config: { ...config, services: [...config.services] },
    jobs: false,
    logs: true,
  });
});
afterAll(() => test.stop());

it('PIPE-005 pipelines are among the services, in their status and a key of their logs', async () => {
  await expect.poll(async () => Object.keys((await test.call(highAvailability, {})).services), { timeout: 20_000 }).toContain('jfpip');
  expect((await test.call(nodeStatus, {})).map(({ service_id, state }) => `${service_id} ${state}`)).toContainEqual(
    expect.stringMatching(/^jfpip@.* HEALTHY$/),
  );
  test.platform.logger('pipelines').info('a line');
  await expect
    .poll(async () => (await test.call(logConfig, { params: { logType: 'jfpip' }, query: {} })).logs, { timeout: 20_000 })
    .toContain('pipelines-service.log');
});
