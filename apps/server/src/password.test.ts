import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeHome } from '../../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

// Real processes on a machine that may be busy.
const first = 'Admin-password-1';
let home: string;
let server: PackhouseProcess | undefined;

beforeAll(async () => {
  home = await makeHome();
});
afterAll(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
});

function password(...names: string[]): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _, ...env } = process.env;
  return new Promise((done) => {
    execFile(process.execPath, [resolve('apps/server/src/main.ts'), 'password', ...names], { env: { ...env, PACKHOUSE_HOME: home } }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

const told = (output: string) => /^admin signs in with the password (\S+)$/m.exec(output)?.[1] ?? '';

/** Tells what becomes of a call with this password: the code of its refusal, if it is refused. */
async function outcome(url: string, secret: string): Promise<string | undefined> {
  const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`;
  const answer = (await (await fetch(`${url}/ui/api/v1/ui/auth/current`, { headers: { authorization } })).json()) as { errors?: { code: string }[] };
  return answer.errors?.[0]?.code;
}

it('lets an administrator in who is locked out, beside a running server and without one', async () => {
  server = await startPackhouse({ home, workers: 1, adminPassword: first });
  const running = await password('admin');
  expect(running.code).toBe(0);
  expect(await outcome(server.url, first)).toBe('bad_credentials');
  expect(await outcome(server.url, told(running.output))).toBe('password_expired');

  await server.stop();
  const stopped = await password('admin');
  expect(stopped.code).toBe(0);
  server = await startPackhouse({ home, workers: 1 });
  expect(await outcome(server.url, told(running.output))).toBe('bad_credentials');
  expect(await outcome(server.url, told(stopped.output))).toBe('password_expired');
});

it('says what is wrong with the name', async () => {
  expect(await password()).toMatchObject({ code: 1, output: expect.stringContaining('packhouse password admin') });
  for (const name of ['nobody', 'anonymous']) expect(await password(name)).toMatchObject({ code: 1, output: `There is no user ${name}\n` });
});
