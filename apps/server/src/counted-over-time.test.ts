import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { readRepositoryTrends, readTrends, type Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

/** What processes count is written down once a minute. */
const patience = { timeout: 200_000, interval: 500 };
const content = 'x'.repeat(4000);

let test: ScanningTestPlatform;
/** An upstream, and the receiver of a webhook. */
const other = createServer((request, response) => {
  request.resume();
  response.statusCode = request.url?.startsWith('/refused') ? 410 : 200;
  response.end(request.method === 'GET' ? content : '');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  test = await startScanningPlatform({ services: configuredServices({ services: ['access', 'repositories', 'scanning', 'events', 'insight'] }) });
});
afterAll(async () => {
  await test?.stop();
  await new Promise((resolve) => other.close(resolve));
});

const origin = () => `http://localhost:${(other.address() as AddressInfo).port}`;
const ask = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${test.baseUrl}/artifactory/${path}`, { headers: { ...test.headersOf('admin'), ...headers } })).text();
/** The sum of each line of a chart, or its last value. */
const read = ({ charts }: Pick<Trends, 'charts'>, id: string) => {
  const chart = charts.find((one) => one.id === id);
  const tell = (values: readonly (number | null)[]) => (chart?.kind === 'level' ? values.at(-1) : values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  return Object.fromEntries((chart?.series ?? []).map(({ name, values }) => [name, tell(values)]));
};

it('INS-003 trends tell uploads, downloads, bytes saved, clients, scans and deliveries of what really happened', async () => {
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'remote', key: 'far', format: 'generic', settings: { url: origin() } });
  for (const key of ['heard', 'refused'])
    await test.call(createHook, {
      body: {
        key,
        event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
        handlers: [{ handler_type: 'webhook', url: `${origin()}/${key}` }],
      },
    });
  await test.publishNpm('js', 'good', '1.0.0');
  for (let turn = 0; turn < 3; turn++) await ask('far/a.bin', { 'user-agent': 'curl/8.0.0' });
  await ask('js/good/-/good-1.0.0.tgz', { 'user-agent': 'npm/10.9.0 node/v24.0.0 linux x64' });
  const trends = () => test.call(readTrends, { query: { period: 'day' } });
  // What is told as events is counted within seconds, the rest once a minute.
  await expect.poll(async () => read(await trends(), 'files').downloads, patience).toBeGreaterThanOrEqual(4);
  await expect.poll(async () => read(await trends(), 'scans').scans, patience).toBe(1);
  await expect.poll(async () => read(await trends(), 'deliveries'), patience).toEqual({ deliveries: 1, failedDeliveries: 1 });
  const told = await trends();
  expect(read(told, 'files').uploads).toBe(1);
  expect(read(told, 'saved')).toEqual({ savedBytes: 2 * content.length, fetchedBytes: content.length });
  const own = await test.call(readRepositoryTrends, { params: { key: 'far' }, query: { period: 'day' } });
  expect(read(own, 'saved')).toEqual({ savedBytes: 2 * content.length, fetchedBytes: content.length });
  const local = await test.call(readRepositoryTrends, { params: { key: 'js' }, query: { period: 'day' } });
  expect(local.charts.map(({ id }) => id)).not.toContain('saved');
  const metrics = await (await fetch(`${test.baseUrl}/metrics`, { headers: test.headersOf('admin') })).text();
  expect(metrics).toMatch(/^packhouse_insight_saved_bytes_total 8000$/m);
  expect(metrics).toMatch(/^packhouse_insight_client_requests_total\{client="curl"\} 3$/m);
  expect(metrics).toMatch(/^packhouse_insight_scans_total 1$/m);
}, 300_000);
