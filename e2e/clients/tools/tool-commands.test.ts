import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientServer, startClientServer } from '../client-platform.ts';
import { runProgram } from '../run-client.ts';

interface Step {
  command?: { linux: string };
}
type GetSteps = (tool: string, facts: { baseUrl: string; userName: string }) => Step[];

const password = 'Tools-ann-1';

describe('GIT-011 the commands of the tool cards under Linux', () => {
  let server: ClientServer;
  let folder = '';
  let getSteps: GetSteps;
  beforeAll(async () => {
    server = await startClientServer();
    folder = await mkdtemp(join(tmpdir(), 'packhouse-tools-'));
    await server.call(createUser, { body: { name: 'ann', password, email: 'ann@shop.example' } });
    const file = resolve('areas/integrations/src/tools/tool-steps.ts');
    getSteps = ((await import(/* @vite-ignore */ file)) as { getToolSteps: GetSteps }).getToolSteps;
  });
  afterAll(async () => {
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const findCommands = (tool: string) => getSteps(tool, { baseUrl: server.url, userName: 'ann' }).flatMap(({ command }) => command?.linux ?? []);
  /** Runs a command as it is shown, at a terminal where the password is typed. */
  const runTyped = (command: string, typed = password) =>
    runProgram('script', ['--quiet', '--return', '--echo', 'never', '--command', `bash -c "$COMMAND"`, '/dev/null'], {
      cwd: folder,
      env: { HOME: folder, DOCKER_CONFIG: folder, COMMAND: command, PATH: `${folder}:${process.env.PATH}` },
      input: `${typed}\n`,
      seconds: 60,
    });

  it('check the connection with the password that is typed', async () => {
    const check = findCommands('jetbrains').at(-1)!;
    const { code, output } = await runTyped(check);
    expect(output).toMatch(/\[.*\]\s*$/s);
    expect(code).toBe(0);
    expect((await runTyped(check, 'wrong')).code).not.toBe(0);
  });

  it.each([
    ['jetbrains', 'idea.sh'],
    ['android_studio', 'studio.sh'],
    ['vscode', 'code'],
  ])('start %s with the connection in its environment, and the password in no argument', async (tool, program) => {
    const [install = '', start = ''] = findCommands(tool);
    await writeFile(join(folder, program), '#!/bin/sh\necho "got $JFROG_IDE_URL $JFROG_IDE_USERNAME $JFROG_IDE_PASSWORD $*"\n');
    await chmod(join(folder, program), 0o755);
    expect((await runTyped(install)).output).toContain('jfrog');
    const { output } = await runTyped(start);
    expect(output).toContain(`got ${server.url} ann ${password}`);
    expect(start).not.toContain(password);
  });

  it('sign Docker in', async () => {
    const signIn = findCommands('docker_desktop')[1]!;
    const { output } = await runTyped(signIn);
    expect(output).toContain('Login Succeeded');
    expect((await runTyped(signIn, 'wrong')).output).not.toContain('Login Succeeded');
  });
});
