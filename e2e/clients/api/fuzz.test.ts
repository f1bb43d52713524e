import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { runProgram } from '../run-client.ts';
import { writeFuzzSettings } from './fuzz-settings.ts';

let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;

async function must(path: string, method: string, body: object | string): Promise<void> {
  const isText = typeof body === 'string';
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': isText ? 'text/plain' : 'application/json' };
  const answer = await fetch(`${server.url}/${path}`, { method, headers, body: isText ? body : JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/** Other calls at every run; `FUZZ_SEED` gives those of an earlier one again. */
const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31));

/** The password of the user that is no administrator. */
const password = 'Fuzzed-reader-1';

beforeAll(async () => {
  [server, work] = await Promise.all([startClientServer(), workFolder()]);
  await work.write({ 'schemathesis.toml': writeFuzzSettings() });
  for (const packageType of ['generic', 'maven', 'npm', 'pypi', 'docker', 'terraform'])
    await must(`artifactory/api/repositories/${packageType}-local`, 'PUT', { rclass: 'local', packageType });
  await must('artifactory/api/repositories/generic-all', 'PUT', { rclass: 'virtual', packageType: 'generic', repositories: ['generic-local'] });
  for (const path of ['a/one.txt', 'a/b/two.txt']) await must(`artifactory/generic-local/${path}`, 'PUT', path);
  for (const username of ['reader', 'fuzzed']) await must('access/api/v2/users', 'POST', { username, password, email: `${username}@example.com` });
  await must('access/api/v2/groups', 'POST', { name: 'fuzzers', members: ['reader'] });
  await must('access/api/v1/projects', 'POST', { project_key: 'fuzz', display_name: 'Fuzz' });
  await must('artifactory/api/build', 'PUT', { name: 'made', number: '1', started: '2026-01-01T00:00:00.000+0000', version: '1.0.1', modules: [] });
  const actions = { users: { reader: ['read', 'write', 'annotate'] } };
  await must('artifactory/api/v2/security/permissions/fuzzing', 'POST', { name: 'fuzzing', repo: { repositories: ['ANY'], actions } });
});
afterAll(async () => {
  await work?.remove();
  // Fails where a call left an error in the logs.
  await server?.remove();
});

/** No failure of the server; statuses, types and documents as they are described. Generated calls need not be refused, and none is meant to be accepted. */
const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

async function callEverything(credentials: readonly string[]) {
  const parameters = ['run', `${server.url}/ui/api/v1/openapi.json`, '--checks', checks, '--phases', 'fuzzing', '--max-examples', '1', '--seed', seed];
  return runProgram(client('schemathesis'), [...parameters, '--no-color', ...credentials], {
    cwd: work.path,
    env: { HOME: work.path },
    seconds: 500,
  });
}

describe('generated calls of every operation that is described', () => {
  it.each([
    ['visitor', () => []],
    ['user', () => ['--auth', `reader:${password}`]],
    ['administrator', () => ['--header', `Authorization: Bearer ${server.token}`]],
  ] as const)('meet no failure and nothing undescribed, as %s', async (_, readCredentials) => {
    console.info(`FUZZ_SEED=${seed}`);
    const result = await callEverything(readCredentials());
    const tested = Number(/Tested: (\d+)/.exec(result.output)?.[1] ?? /Selected: (\d+)/.exec(result.output)?.[1]);
    expect(result.code, `FUZZ_SEED=${seed}\n${result.output.slice(-8000)}`).toBe(0);
    expect(tested).toBeGreaterThan(600);
  });
});
