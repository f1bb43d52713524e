import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun } from '../run-client.ts';

let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;
let description: string;
beforeAll(async () => {
  [server, work] = await Promise.all([startClientServer(), workFolder()]);
  description = join(work.path, 'openapi.json');
  await writeFile(description, await (await fetch(`${server.url}/ui/api/v1/openapi.json`)).text());
});
afterAll(async () => {
  await work?.remove();
  await server?.remove();
});

const run = (program: string, parameters: readonly string[], path = process.env.PATH ?? '') =>
  mustRun(program, parameters, { cwd: work.path, env: { HOME: work.path, PATH: path }, seconds: 300 });

const useInTypeScript = `
import { createClient } from './typescript/client';
import { listUsers, wireCreateGroup } from './typescript';
import type { Errors } from './typescript';

const client = createClient({ baseUrl: 'http://localhost', auth: 'token' });
export async function readNames(): Promise<string[]> {
  const { data, error } = await listUsers({ client, query: { limit: 10 } });
  if (data) return data.items.map(({ name }) => name);
  const refused: Errors | undefined = error;
  return refused?.errors.map(({ message }) => message) ?? [];
}
export const makeGroup = (name: string) => wireCreateGroup({ client, body: { name } });
`;

const useInPython = `
import sys
from generated.client import AuthenticatedClient
from generated.api.access import list_users

answer = list_users.sync_detailed(client=AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2]))
print(answer.status_code.value, *[one.name for one in answer.parsed.items])
refused = list_users.sync_detailed(client=AuthenticatedClient(base_url=sys.argv[1], token='wrong'))
print(refused.status_code.value, refused.parsed.errors[0].code)
`;

describe('API-003 clients that are generated from the description', () => {
  it('compile in TypeScript at its strictest', async () => {
    await run(process.execPath, [client('openapi-ts'), '-i', description, '-o', 'typescript', '-s']);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
    };
    await work.write({ 'use.ts': useInTypeScript, 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['use.ts', 'typescript/**/*.ts'] }) });
    const compiled = await run(resolve('node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], `${dirname(process.execPath)}:${process.env.PATH ?? ''}`);
    expect(compiled.output).not.toContain('error');
  });

  it('compile in Python, call, and understand answers and refusals', async () => {
    const generator = client('openapi-python-client');
    const python = join(dirname(generator), 'python3');
    const path = `${dirname(generator)}:${process.env.PATH ?? ''}`;
    await run(generator, ['generate', '--path', description, '--output-path', 'generated', '--meta', 'none'], path);
    await run(python, ['-m', 'compileall', '-q', 'generated']);
    expect((await readdir(join(work.path, 'generated/api'))).length).toBeGreaterThan(5);
    await work.write({ 'use.py': useInPython });
    const { items } = await server.call(listUsers, {});
    const { stdout } = await run(python, ['use.py', server.url, server.token]);
    expect(stdout.trim().split('\n')).toEqual([`200 ${items.map(({ name }) => name).join(' ')}`, '401 bad_credentials']);
  });
});
