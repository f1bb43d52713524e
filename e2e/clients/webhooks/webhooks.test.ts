import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listHookDeliveries } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, readHook, updateHook } from '@packhouse/contract/events/hook-routes.ts';
import type { SubscriptionInput } from '@packhouse/contract/events/hook-settings.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { runProgram } from '../run-client.ts';
import { type RunningReceiver, startDebianReceiver, startReceiver } from './running-receiver.ts';

interface Snippet {
  readonly id: string;
  readonly file: string;
  readonly code: string;
}

const patience = { timeout: 60_000, interval: 100 };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLwSw';
const otherSecret = 'a plain one';

let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;
let snippets: readonly Snippet[];
beforeAll(async () => {
  [server, work] = await Promise.all([startClientServer(['127.0.0.0/8', '::1/128']), workFolder()]);
  await server.call(createRepository, { body: { class: 'local', key: 'goods', format: 'generic' } });
  const file = resolve('areas/webhooks/src/form/verify-snippets.ts');
  const { getVerifySnippets } = (await import(/* @vite-ignore */ file)) as { getVerifySnippets: (url: string) => readonly Snippet[] };
  const keyFile = resolve('areas/webhooks/src/form/verify-key-snippets.ts');
  const { keySnippets } = (await import(/* @vite-ignore */ keyFile)) as { keySnippets: readonly Snippet[] };
  snippets = [...getVerifySnippets('http://localhost/'), ...keySnippets];
});
afterAll(async () => {
  await server?.remove();
  await work?.remove();
});

type PlainHandler = Extract<z.input<typeof SubscriptionInput>['handlers'][number], { handler_type: 'webhook' }>;

/** Tells this receiver of what comes into a folder of its own. */
const makeHook = (key: string, url: string, handler: Partial<PlainHandler> = {}): z.input<typeof SubscriptionInput> => ({
  key,
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { repoKeys: ['goods'], includePatterns: [`${key}/**`] } },
  handlers: [{ handler_type: 'webhook', url, ...handler }],
});
const upload = async (path: string) => expect((await server.ask(`goods/${path}`, { method: 'PUT', body: path })).status).toBe(201);
const look = async (webhook: string) => (await server.call(listHookDeliveries, { query: { webhook } })).items;
const states = async (webhook: string) => (await look(webhook)).map(({ state, status }) => [state, status]);

describe('Debian’s webhook', () => {
  let receiver: Awaited<ReturnType<typeof startDebianReceiver>>;
  beforeAll(async () => {
    const header = { source: 'header', name: 'X-JFrog-Event-Auth' };
    const hook = (id: string, match: object) => ({
      id,
      'execute-command': '/bin/sh',
      'pass-arguments-to-command': [
        { source: 'string', name: '-c' },
        { source: 'string', name: `printf '%s %s\\n' "$1" "$2" >> ${id}.txt` },
        { source: 'string', name: 'sh' },
        { source: 'payload', name: 'event_type' },
        { source: 'payload', name: 'data.path' },
      ],
      'command-working-directory': work.path,
      'trigger-rule': { match: { ...match, parameter: header } },
      'trigger-rule-mismatch-http-response-code': 403,
    });
    const hooks = [hook('signed', { type: 'payload-hmac-sha256', secret }), hook('plain', { type: 'value', value: otherSecret })];
    await work.write({ 'hooks.json': JSON.stringify(hooks) });
    receiver = await startDebianReceiver(work.path, 'hooks.json');
  });
  afterAll(() => receiver?.stop());

  // It calls a wrong signature an error of its own, so that the same message comes again; a wrong value is refused.
  it.each([
    ['signed', secret, true, 500, ['first', 'second']],
    ['plain', otherSecret, false, 403, ['second']],
  ])('runs its command for a message that is %s, and for none with another secret', async (key, right, signs, status, files) => {
    const body = (value: string) => makeHook(key, receiver.hook(key), { secret: value, use_secret_for_signing: signs });
    await server.call(createHook, { body: body('wrong') });
    await upload(`${key}/first.txt`);
    await expect.poll(() => states(key), patience).toEqual([['waiting', status]]);
    await server.call(updateHook, { params: { key }, body: body(right) });
    await upload(`${key}/second.txt`);
    await expect.poll(() => states(key), patience).toContainEqual(['delivered', 200]);
    const read = async () => (await readFile(join(work.path, `${key}.txt`), 'utf8')).trim().split('\n').toSorted();
    await expect.poll(read, patience).toEqual(files.map((file) => `deployed ${key}/${file}.txt`));
  });
});

/** A message as it came. */
interface Kept {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Takes one message of a webhook with this secret as it goes over the wire. */
async function takeOne(key: string): Promise<Kept> {
  const kept: Kept[] = [];
  const keeper = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        kept.push({ headers: request.headers, body });
        response.end();
      },
      () => undefined,
    );
  });
  await new Promise<void>((started) => keeper.listen(0, '127.0.0.1', started));
  onTestFinished(() => void keeper.close());
  const url = `http://localhost:${(keeper.address() as AddressInfo).port}/`;
  await server.call(createHook, { body: makeHook(key, url, { secret, use_secret_for_signing: true }) });
  await upload(`${key}/file.txt`);
  await expect.poll(() => kept.length, patience).toBe(1);
  return kept[0]!;
}

const runs: Readonly<Record<string, { program: string; parameters: (file: string) => readonly string[] }>> = {
  node: { program: process.execPath, parameters: (file) => [file] },
  python: { program: 'python3', parameters: (file) => [file] },
  golang: { program: 'go', parameters: (file) => ['run', file] },
  'node-key': { program: process.execPath, parameters: (file) => [file] },
  'golang-key': { program: 'go', parameters: (file) => ['run', file] },
};

describe('what the console shows to whoever writes a receiver', () => {
  const find = (id: string) => snippets.find((one) => one.id === id)!;

  /** Starts a receiver as it is shown, with nothing but the secret or the public key in its environment. */
  async function startShown(id: string, own: Record<string, string> = { WEBHOOK_SECRET: secret }): Promise<RunningReceiver> {
    const { file, code } = find(id);
    const { program, parameters } = runs[id]!;
    await writeFile(join(work.path, file), code);
    // Compiling the standard library anew each time would take a minute.
    const env = { ...own, GOTOOLCHAIN: 'local', ...(id.startsWith('golang') && { HOME: homedir() }) };
    const receiver = await startReceiver({ program, parameters: () => parameters(file), folder: work.path, env });
    onTestFinished(() => receiver.stop());
    return receiver;
  }

  it.each(['node', 'python', 'golang'])('a receiver in %s takes what is genuine and refuses what is forged or old', async (id) => {
    const receiver = await startShown(id);
    const key = `in-${id}`;
    const body = (value: string) => makeHook(key, receiver.url, { secret: value, use_secret_for_signing: true });
    await server.call(createHook, { body: body(otherSecret) });
    await upload(`${key}/forged.txt`);
    await expect.poll(() => states(key), patience).toEqual([['waiting', 401]]);
    await server.call(updateHook, { params: { key }, body: body(secret) });
    await upload(`${key}/genuine.txt`);
    await expect.poll(() => states(key), patience).toContainEqual(['delivered', 204]);
    const genuine = (await look(key)).find(({ state }) => state === 'delivered')!;
    await expect.poll(() => receiver.output(), patience).toContain(`genuine ${genuine.id}`);
    // The command beside it reaches the same receiver.
    const { file, code } = find('curl');
    await writeFile(join(work.path, file), code.replace("'http://localhost/'", `'${receiver.url}'`));
    const send = (env: Record<string, string>) => runProgram('sh', [file], { cwd: work.path, env });
    expect((await send({ WEBHOOK_SECRET: secret })).code).toBe(0);
    const old = String(Math.floor(Date.now() / 1000) - 400);
    for (const env of [{ WEBHOOK_SECRET: otherSecret }, { WEBHOOK_SECRET: secret, TIMESTAMP: old }] as Record<string, string>[]) {
      const { code: status, output } = await send(env);
      expect([status === 0, output]).toEqual([false, expect.stringContaining('401')]);
    }
  });

  it.each(['node-key', 'golang-key'])('a receiver in %s that knows the public key alone takes what is genuine and refuses the rest', async (id) => {
    const key = `in-${id}`;
    const nowhere = 'http://localhost:65000/';
    const handler = { use_key_for_signing: true };
    await server.call(createHook, { body: { ...makeHook(key, nowhere, handler), enabled: false } });
    const { handlers } = await server.call(readHook, { params: { key } });
    const { signing_public_key: publicKey } = handlers[0] as { signing_public_key: string };
    const receiver = await startShown(id, { WEBHOOK_PUBLIC_KEY: publicKey });
    await server.call(createHook, { body: makeHook(`${key}-forged`, receiver.url, handler) });
    await upload(`${key}-forged/file.txt`);
    await expect.poll(() => states(`${key}-forged`), patience).toEqual([['waiting', 401]]);
    await server.call(updateHook, { params: { key }, body: makeHook(key, receiver.url, handler) });
    await upload(`${key}/genuine.txt`);
    await expect.poll(() => states(key), patience).toEqual([['delivered', 204]]);
    const [genuine] = await look(key);
    await expect.poll(() => receiver.output(), patience).toContain(`genuine ${genuine!.id}`);
  });

  it('a shell with openssl and the library of the standard tell a message that was kept from a forged and an old one', async () => {
    const { headers, body } = await takeOne('kept');
    const sent = headers as Record<string, string>;
    await writeFile(join(work.path, 'body.json'), body);
    await writeFile(join(work.path, 'verify.sh'), find('shell').code);
    const verify = (env: Record<string, string> = {}) =>
      runProgram('sh', ['verify.sh'], {
        cwd: work.path,
        env: { WEBHOOK_SECRET: secret, ID: sent['webhook-id']!, TIMESTAMP: sent['webhook-timestamp']!, SIGNATURE: sent['webhook-signature']!, ...env },
      });
    expect(await verify()).toMatchObject({ code: 0, stdout: 'genuine\n' });
    expect(await verify({ WEBHOOK_SECRET: otherSecret })).toMatchObject({ code: 1, stdout: 'forged\n' });
    expect(await verify({ ID: 'msg_other' })).toMatchObject({ code: 1, stdout: 'forged\n' });
    expect(await verify({ TIMESTAMP: String(Number(sent['webhook-timestamp']) - 400) })).toMatchObject({ code: 1, stdout: 'too old\n' });
    expect(new Webhook(secret).verify(body.toString(), sent)).toEqual(JSON.parse(body.toString()));
    expect(() => new Webhook(otherSecret, { format: 'raw' }).verify(body.toString(), sent)).toThrow();
    expect(() => new Webhook(secret).verify(body.toString(), { ...sent, 'webhook-timestamp': '1' })).toThrow(/too old/);
  });
});
