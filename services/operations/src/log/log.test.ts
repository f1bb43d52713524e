import { appendFile, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadLog, logConfig, logData, logTypes } from '@packhouse/contract/operations/operations-log-routes.ts';
import type { RouteInput } from '@packhouse/contract/route.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operationsService } from '../service.ts';

const services = [operationsService];
const masterKey = 'ab'.repeat(32);
const metricsToken = 'collector-token-4711';
let one: TestPlatform;
let two: TestPlatform;

const getFile = ({ home }: TestPlatform, name: string) => join(home, 'logs', name);
async function write(node: TestPlatform, name: string, text: string): Promise<void> {
  await mkdir(join(getFile(node, name), '..'), { recursive: true });
  await writeFile(getFile(node, name), text);
}
const read = (query: RouteInput<typeof logData>['query'], from = one) => from.call(logData, { params: { logType: 'jfrt' }, query });

beforeAll(async () => {
  one = await startTestPlatform({
    services,
    jobs: false,
    config: { nodeId: 'one', masterKey, metricsToken, services: ['access', 'repositories'] },
    actors: { ann: {} },
  });
  two = await startTestPlatform({ services, jobs: false, config: { nodeId: 'two', masterKey }, joins: one, apart: true });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

it('LOG-009 LOG-022 LOG-024 lists the files of a service that runs, and nothing else that lies about', async () => {
  await write(one, 'artifactory/artifactory.log', 'a\n');
  await write(one, 'artifactory/artifactory.1.log', 'old\n');
  await write(one, 'access/access.log', 'b\n');
  await write(one, 'router/request.log', 'c\n');
  await write(one, 'artifactory/notes.txt', 'no log\n');
  await symlink(join(one.home, 'keys/master.key'), getFile(one, 'artifactory/key.log'));
  const { logs, refresh_rate_millis } = await one.call(logConfig, { params: { logType: 'jfrt' }, query: { nodeId: 'one' } });
  expect(logs).toEqual(['artifactory-service.log', 'access-service.log', 'router-request.log']);
  expect(refresh_rate_millis).toBe(10_000);
  for (const logType of logTypes.filter((type) => type !== 'jfrt'))
    await expect(one.call(logConfig, { params: { logType }, query: {} })).rejects.toMatchObject({ code: 'not_found' });
  await expect(one.call(logConfig, { params: { logType: 'jfxx' as 'jfrt' }, query: {} })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('LOG-010 LOG-011 LOG-023 LOG-019 answers only what was written since the last look', async () => {
  const id = 'router-request.log';
  await write(one, 'router/request.log', 'first ä\nsecond\nthird is still being writ');
  const first = await read({ nodeId: 'one', id });
  expect(first).toMatchObject({
    log_content: 'first ä\nsecond\n',
    file_size: 16,
    start: 0,
    last_update_modified: expect.any(String),
    last_update_label: expect.any(String),
  });
  await appendFile(getFile(one, 'router/request.log'), 'ten\n');
  const next = await read({ nodeId: 'one', id, file_size: first.file_size, file_id: first.file_id });
  expect(next).toMatchObject({ log_content: 'third is still being written\n', start: first.file_size });
  expect(await read({ nodeId: 'one', id, file_size: next.file_size, file_id: next.file_id })).toMatchObject({ log_content: '', file_size: next.file_size });
});

it('LOG-019 begins anew when the file was moved aside or cut', async () => {
  const id = 'router-request.log';
  await write(one, 'router/request.log', 'old line\n');
  const before = await read({ id });
  await rename(getFile(one, 'router/request.log'), getFile(one, 'router/request.1.log'));
  await write(one, 'router/request.log', 'a new file that is longer than the old one\n');
  const after = await read({ id, file_size: before.file_size, file_id: before.file_id });
  expect(after).toMatchObject({ start: 0, log_content: 'a new file that is longer than the old one\n' });
  await writeFile(getFile(one, 'router/request.log'), 'cut\n');
  expect(await read({ id, file_size: after.file_size, file_id: after.file_id })).toMatchObject({ start: 0, log_content: 'cut\n', file_size: 4 });
});

it('shows the end of a large file, from the beginning of a line, and hands out the whole of it', async () => {
  const lines = Array.from({ length: 40_000 }, (_, number) => `line ${number} of a large file\n`).join('');
  await write(one, 'artifactory/artifactory.log', lines);
  const { log_content, start, file_size } = await read({ id: 'artifactory-service.log' });
  expect(log_content.length).toBeLessThanOrEqual(100 * 1024);
  expect(log_content).toMatch(/^line \d+ of/);
  expect(log_content.endsWith('line 39999 of a large file\n')).toBe(true);
  expect([start + log_content.length, file_size]).toEqual([lines.length, lines.length]);
  const answer = await fetch(`${one.baseUrl}${downloadLog.url.replace(':logType', 'jfrt')}?id=artifactory-service.log&nodeId=one`, {
    headers: one.headersOf('admin'),
  });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="one-artifactory-service.log"');
  expect(await answer.text()).toBe(lines);
  expect(one.audited.at(-1)).toMatchObject({ action: 'log.downloaded', subject: 'one/artifactory-service.log', actor: 'admin' });
});

it('finds its way back from the end of a large file, and says where each line begins', async () => {
  const lines = Array.from({ length: 10_000 }, (_, number) => `line ${number} – ä\n`);
  await write(one, 'artifactory/artifactory.log', lines.join(''));
  const id = 'artifactory-service.log';
  const bytes = Buffer.from(lines.join(''));
  let piece = await read({ id });
  let text = piece.log_content;
  while (piece.start > 0) {
    const earlier = await read({ id, until: piece.start, file_id: piece.file_id });
    expect(earlier.file_size).toBe(piece.start);
    const [first = 0, second = 0] = earlier.line_starts;
    expect(earlier.log_content.startsWith(bytes.subarray(first, second).toString())).toBe(true);
    text = earlier.log_content + text;
    piece = earlier;
  }
  expect(text).toBe(lines.join(''));
});

it('LOG-011 reads the files of another node through that node', async () => {
  await write(two, 'access/access.log', 'only on two\n');
  expect(await one.call(logConfig, { params: { logType: 'jfrt' }, query: { nodeId: 'two' } })).toMatchObject({ logs: ['access-service.log'] });
  expect(await read({ nodeId: 'two', id: 'access-service.log' })).toMatchObject({ log_content: 'only on two\n' });
  expect(await read({ nodeId: 'one', id: 'access-service.log' }, two)).toMatchObject({ log_content: 'b\n' });
  await expect(read({ nodeId: 'two', id: 'router-request.log' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(read({ nodeId: 'three', id: 'access-service.log' })).rejects.toMatchObject({ code: 'not_found', message: 'There is no such node' });
  const client = new pg.Client({ connectionString: one.databaseUrl });
  await client.connect();
  expect((await client.query('select from operations.question')).rowCount).toBe(0);
  await client.query("update operations.process set heartbeat_at = now() - interval '1 minute' where node_id = 'two'");
  await client.end();
  await expect(read({ nodeId: 'two', id: 'access-service.log' })).rejects.toMatchObject({ status: 503, message: 'The node two is offline' });
});

it.each([
  '../../keys/master.key',
  '..%2f..%2fkeys%2fmaster.key',
  '/etc/passwd',
  'artifactory/../../keys/master.key',
  'artifactory-key.log',
  'artifactory-notes.txt',
  'artifactory-service.1.log',
])('gives nothing away for %s', async (id) => {
  await expect(read({ id })).rejects.toMatchObject({ code: 'not_found' });
  const answer = await fetch(`${one.baseUrl}${downloadLog.url.replace(':logType', 'jfrt')}?id=${encodeURIComponent(id)}`, { headers: one.headersOf('admin') });
  expect(answer.status).toBe(404);
});

it('takes secrets out of what it shows', async () => {
  await write(one, 'router/request.log', `{"url":"/x?access_token=abcdef","agent":"${metricsToken}"}\nAuthorization: Basic YWRtaW46c2VjcmV0\n${masterKey}\n`);
  const { log_content, line_starts } = await read({ id: 'router-request.log' });
  expect(log_content).toBe('{"url":"/x?access_token=***","agent":"***"}\nAuthorization: Basic ***\n***\n');
  expect(line_starts).toHaveLength(3);
});

it('LOG-025 is for administrators alone', async () => {
  const as = { as: 'ann' };
  await expect(one.call(logConfig, { params: { logType: 'jfrt' }, query: {} }, as)).rejects.toMatchObject({ status: 403 });
  await expect(one.call(logData, { params: { logType: 'jfrt' }, query: { id: 'router-request.log' } }, as)).rejects.toMatchObject({ status: 403 });
  await expect(one.call(downloadLog, { params: { logType: 'jfrt' }, query: { id: 'router-request.log' } }, as)).rejects.toMatchObject({ status: 403 });
});
