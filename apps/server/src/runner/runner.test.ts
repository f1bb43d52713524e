import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as pipelines from '@packhouse/contract/pipelines/pipeline-routes.ts';
import * as logs from '@packhouse/contract/pipelines/run-log-routes.ts';
import * as contract from '@packhouse/contract/pipelines/runner-routes.ts';
import * as secrets from '@packhouse/contract/pipelines/secret-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { PipelinesSchema } from '@packhouse/pipelines-service/schema.ts';
import { type PipelinesTestPlatform, patience, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { configuredServices } from '../services.ts';

const password = 'Long-enough-1';
const ann = { user: 'ann', password } as const;
const started: ChildProcess[] = [];
let test: PipelinesTestPlatform;

interface StartedRunner {
  child: ChildProcess;
  token: string;
  output: () => string;
}

/** Tests may run as root, which a runner does not. */
const asRoot = process.getuid?.() === 0 ? ['--allow-root'] : [];

async function startRunner(name: string, labels: string[] = [], parameters: string[] = []): Promise<StartedRunner> {
  const { token } = await test.call(contract.registerRunner, { body: { name, labels } });
  const main = new URL('../main.ts', import.meta.url).pathname;
  const env = { PATH: process.env.PATH, PACKHOUSE_RUNNER_TOKEN: token, SECRET_OF_THE_RUNNER: 'not for commands' };
  const child = spawn(process.execPath, [main, 'runner', '--url', test.baseUrl, ...asRoot, ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  started.push(child);
  await vi.waitUntil(() => text.includes('ready, 1 at a time'), patience);
  return { child, token, output: () => text };
}

beforeAll(async () => {
  test = await startPipelinesPlatform({ services: configuredServices({ services: ['access', 'repositories', 'scanning', 'distribution', 'pipelines'] }) });
  for (const key of ['stage', 'secret']) await test.create(key);
  await test.put('stage/in/source.txt', 'made by a command\n');
  await test.call(createUser, { body: { name: 'ann', password } });
  const users = [{ name: 'ann', actions: ['read' as const, 'deploy' as const, 'manage' as const] }];
  await test.call(createPermission, {
    body: { name: 'stage', sections: [{ resourceType: 'repository', names: ['stage'], include: [], exclude: [], users, groups: [] }] },
  });
  await startRunner('first', ['linux']);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await test.stop();
});

const begin = async (name: string, step: string, as: typeof ann | 'admin' = 'admin') => {
  const document = `name: ${name}\non: [manual]\nvariables: {greeting: 'hello; id'}\nsteps:\n  - ${step}\n`;
  await test.call(pipelines.createPipeline, { body: { document } }, { as });
  await test.call(pipelines.runPipeline, { params: { name }, body: {} }, { as });
};
const end = async (name: string) => {
  const [step] = (await test.ended(name, 1)).steps;
  return `${step?.state}: ${step?.said?.message}`;
};
const log = async (name: string) => (await test.call(logs.readRunLog, { params: { name, number: 1 } })).items.map(({ message }) => message);

/** Whether a command of this text is among the processes of the machine. */
async function isRunning(text: string): Promise<boolean> {
  for (const id of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(text)) return true;
  }
  return false;
}

it('runs a command on a runner in a sandbox, with files from repositories and back, and no more than was declared', async () => {
  const script = [
    'tr a-z A-Z < in.txt > out/made.txt',
    'env | cut -d= -f1 | sort | tr "\\n" " "; echo',
    'echo "$GREETING from $PACKHOUSE_PIPELINE"',
    'touch /usr/x /x 2>/dev/null || echo read-only',
    'ls /root /home /etc/passwd /etc/shadow 2>/dev/null || echo nothing of the machine',
    `(exec 3<>/dev/tcp/127.0.0.1/${new URL(test.baseUrl).port}) 2>/dev/null || echo no network`,
    'wc -l < /proc/net/dev',
    'id -u',
    'ls /tmp | wc -l',
  ];
  await begin(
    'whole',
    `{id: make, type: run, runner: linux, script: ${JSON.stringify(`mkdir out\n${script.join('\n')}`)}, env: {GREETING: '\${greeting}'}, checkout: [{from: stage/in/source.txt, to: in.txt}], publish: [{from: out/made.txt, to: stage/out/}]}`,
    ann,
  );
  expect([await end('whole'), await log('whole')]).toEqual([
    'succeeded: the command succeeded on first',
    expect.arrayContaining([
      'begins, as ann',
      'runs on first',
      'GREETING HOME LANG PACKHOUSE_PIPELINE PACKHOUSE_RUN PACKHOUSE_STEP PATH PWD',
      'hello; id from whole',
      'read-only',
      'nothing of the machine',
      'no network',
      '3',
      '65534',
      '0',
    ]),
  ]);
  const made = await fetch(`${test.baseUrl}/artifactory/stage/out/made.txt`, { headers: test.headersOf(ann) });
  expect(await made.text()).toBe('MADE BY A COMMAND\n');
});

it('says in words how a command failed, and fetches and publishes nothing that its author may not', async () => {
  await begin('exits', `{id: make, type: run, runner: linux, script: "echo once more; exit 3", retry: 1}`);
  await begin('slow', `{id: make, type: run, runner: linux, script: "sleep 600", timeout: 1s}`);
  await begin(
    'large',
    `{id: make, type: run, runner: linux, script: "for n in 1 2 3; do (head -c 40m /dev/zero; sleep 600) | tail -c 40m & done; wait", memory: 64}`,
  );
  await begin('fills-disk', `{id: make, type: run, runner: linux, script: "for n in 1 2 3 4 5 6; do head -c 8m /dev/zero > $n; done; sleep 600", disk: 32}`);
  await begin('leads-out', `{id: make, type: run, runner: linux, script: "ln -s /etc/hostname out", publish: [{from: out, to: stage/out/host}]}`);
  await begin('may-not', `{id: make, type: run, runner: linux, script: "echo a > out", publish: [{from: out, to: secret/out}]}`, ann);
  await begin('may-not-read', `{id: make, type: run, runner: linux, script: "true", checkout: [{from: secret/in, to: in}]}`, ann);
  expect(await Promise.all(['exits', 'slow', 'large', 'fills-disk', 'leads-out', 'may-not', 'may-not-read'].map(end))).toEqual([
    'failed: the command ended with status 3 on first',
    'failed: the command was ended after 1s on first',
    'failed: the command was ended on first: it took more than 64 MB of memory',
    'failed: the command was ended on first: its folder held more than 32 MB',
    'failed: out: it is no file of the workspace could not be published',
    expect.stringMatching(/^failed: out \(secret\/out\): 40[34] could not be published$/),
    expect.stringMatching(/^failed: secret\/in: 40[34] could not be fetched$/),
  ]);
  expect((await log('exits')).filter((line) => line === 'once more')).toHaveLength(2);
});

it('keeps what fits of an endless output, and ends a command that is cancelled', async () => {
  await begin('endless', `{id: make, type: run, runner: linux, script: "seq 1 100000; echo done; sleep 4711"}`);
  await expect.poll(() => isRunning('sleep\u00004711'), patience).toBe(true);
  await test.call(pipelines.cancelRun, { params: { name: 'endless', number: 1 } });
  await expect.poll(() => isRunning('sleep\u00004711'), patience).toBe(false);
  expect(await end('endless')).toBe('cancelled: cancelled by admin');
  await begin('long', `{id: make, type: run, runner: linux, script: "seq 1 30000"}`);
  expect(await end('long')).toBe('succeeded: the command succeeded on first');
  const db = openDatabase<PipelinesSchema>(test.databaseUrl, 'pipelines', { connections: 1 });
  const rows = await db
    .selectFrom('step_log')
    .innerJoin('run', 'run.id', 'step_log.run')
    .innerJoin('pipeline', 'pipeline.id', 'run.pipeline')
    .select(['piece', 'step_log.message'])
    .where('pipeline.name', '=', 'long')
    .where('piece', 'is not', null)
    .orderBy('piece')
    .execute();
  await db.destroy();
  expect(rows.map(({ message }) => message)).toEqual(Array.from({ length: contract.runnerLimits.lines }, (_, at) => String(at + 1)));
});

it('gives up what a killed runner did once its lease ends, and begins it again only where the step says so', async () => {
  const lost = await startRunner('lost', ['fragile']);
  const db = openDatabase<PipelinesSchema>(test.databaseUrl, 'pipelines', { connections: 1 });
  const passLease = () =>
    db
      .updateTable('step')
      .set({ lease_until: new Date(0) })
      .where('runner', '=', 'lost')
      .execute();
  await begin('never-twice', `{id: make, type: run, runner: fragile, script: "echo begun; sleep 4712"}`);
  await expect.poll(() => isRunning('sleep\u00004712'), patience).toBe(true);
  expect((await test.call(contract.listRunners, {})).items.find(({ name }) => name === 'lost')).toMatchObject({
    isOnline: true,
    labels: ['fragile'],
    running: [{ pipeline: 'never-twice', number: 1, step: 'make' }],
  });
  lost.child.kill('SIGKILL');
  await expect.poll(() => isRunning('sleep\u00004712'), patience).toBe(false);
  await passLease();
  expect(await end('never-twice')).toBe('failed: the runner lost ended without a word; commands are not begun again unless the step says retry');
  await begin('waits', `{id: make, type: run, runner: gpu, script: "true"}`);
  expect(await test.reached('waits', 1, 'make', 'waiting')).toMatchObject({ waitsFor: { message: 'a runner with the label gpu; none is registered' } });
  const second = await startRunner('second', ['fragile', 'gpu']);
  expect(await end('waits')).toBe('succeeded: the command succeeded on second');
  await db.destroy();
  await test.call(contract.revokeRunner, { params: { name: 'second' } });
  const [code] = (await once(second.child, 'exit')) as [number];
  expect([code, second.output()]).toEqual([1, expect.stringContaining('This token belongs to no runner')]);
});

it('hands two runners that ask at once a step each, and believes neither about the step of the other', async () => {
  const register = async (name: string) => (await test.call(contract.registerRunner, { body: { name, labels: ['twice'] } })).token;
  const tokens = [await register('left'), await register('right')];
  const says = async (token: string | undefined, url: string, body?: object): Promise<unknown> => {
    const headers = { [contract.runnerHeader]: token ?? '', ...(body ? { 'content-type': 'application/json' } : {}) };
    return (await fetch(`${test.baseUrl}${url}`, { method: 'POST', headers, ...(body ? { body: JSON.stringify(body) } : {}) })).json();
  };
  const take = (token: string) => says(token, contract.takeWork.url, { version: '1', network: false }) as Promise<{ work: contract.RunnerWork | null }>;
  const asked = Promise.all(tokens.map(take));
  const step = (id: string) => `  - {id: ${id}, type: run, needs: [], runner: twice, script: "true"}\n`;
  const params = { name: 'both' };
  await test.call(pipelines.createPipeline, { body: { document: `name: both\non: [manual]\nsteps:\n${step('one')}${step('other')}` } });
  await test.call(pipelines.runPipeline, { params, body: {} });
  const works = (await asked).map(({ work }) => work);
  expect(works.map((work) => work?.step).sort()).toEqual(['one', 'other']);
  const ending = { ending: 'succeeded', code: 0, detail: '', isCut: false };
  for (const [at, work] of works.entries()) {
    const [own, strange] = [tokens[at], tokens[1 - at]];
    const [hold, end] = [contract.holdStep.url, contract.endStep.url].map((url) => url.replace(':lease', work!.lease)) as [string, string];
    expect(await says(strange, hold)).toEqual({ goesOn: false });
    expect(await says(own, hold)).toEqual({ goesOn: true });
    expect(await says(strange, end, { ...ending, ending: 'exited', code: 1 })).toEqual({ isKept: false });
    expect(await says(own, end, ending)).toEqual({ isKept: true });
  }
  expect((await test.ended('both', 1)).state).toBe('succeeded');
});

it('gives secrets only to steps that name them, for authors who have them, and hides their values in the log', async () => {
  const value = 'hunter2 of the registry';
  const keep = (name: string, body: object) =>
    test.call(secrets.keepPipelineSecret, { params: { name }, body: { description: '', users: [], groups: [], ...body } });
  await expect(keep('registry', {})).rejects.toMatchObject({ code: 'invalid_input' });
  await keep('registry', { value, users: ['ann'] });
  await keep('other', { value: 'of somebody else' });
  const script = 'echo "it is $TOKEN."; printf %s "$TOKEN" | base64; env | cut -d= -f1 | grep -c TOKEN';
  await begin('with-secret', `{id: make, type: run, runner: linux, script: ${JSON.stringify(script)}, secrets: {TOKEN: registry}}`, ann);
  expect(await end('with-secret')).toBe('succeeded: the command succeeded on first');
  expect(await log('with-secret')).toEqual(expect.arrayContaining(['it is ***.', '***', '1']));
  await begin('without', `{id: make, type: run, runner: linux, script: "env | grep -c TOKEN || true"}`, ann);
  await end('without');
  expect(await log('without')).toContain('0');
  await begin('not-given', `{id: make, type: run, runner: linux, script: "true", secrets: {TOKEN: other}}`, ann);
  expect(await end('not-given')).toBe('failed: There is no secret other that is given to pipelines of ann');
  // Nothing of the machine names it: neither the list of processes, nor calls, nor the audit log.
  await begin('lasting', `{id: make, type: run, runner: linux, script: "sleep 4713", secrets: {TOKEN: registry}}`, ann);
  await expect.poll(() => isRunning('sleep\u00004713'), patience).toBe(true);
  expect(await isRunning(value)).toBe(false);
  await test.call(pipelines.cancelRun, { params: { name: 'lasting', number: 1 } });
  const told = await test.call(secrets.listPipelineSecrets, {});
  expect(told.items.map(({ name, users, usedAt }) => [name, users, usedAt !== undefined])).toEqual([
    ['other', [], false],
    ['registry', ['ann'], true],
  ]);
  expect(JSON.stringify([told, test.audited])).not.toContain('hunter2');
  await test.call(secrets.deletePipelineSecret, { params: { name: 'other' } });
  await keep('registry', { groups: ['nobody'] });
  await test.call(pipelines.runPipeline, { params: { name: 'with-secret' }, body: {} }, { as: ann });
  expect((await test.ended('with-secret', 2)).steps[0]?.said?.message).toBe('There is no secret registry that is given to pipelines of ann');
});

it('does not work as root unless it is told to, and says how memory is kept within its limit', async () => {
  const main = new URL('../main.ts', import.meta.url).pathname;
  const refused = spawn(process.execPath, [main, 'runner', '--url', test.baseUrl, '--disk', '1'], {
    env: { PATH: process.env.PATH, PACKHOUSE_RUNNER_TOKEN: 'any' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  refused.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(refused, 'close')) as [number];
  expect([code, said]).toEqual([1, expect.stringContaining('--disk is a number of megabytes')]);
  if (asRoot.length > 0) {
    const root = spawn(process.execPath, [main, 'runner', '--url', test.baseUrl], {
      env: { PATH: process.env.PATH, PACKHOUSE_RUNNER_TOKEN: 'any' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    root.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(root, 'close');
    expect(said).toContain('A runner does not work as root');
  }
  const { output } = await startRunner('frugal');
  expect(output()).toMatch(/memory of commands is (added up twice a second: .+|limited by control groups)/);
});
