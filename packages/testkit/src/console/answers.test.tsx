import { call } from '@packhouse/console-kit/calls/calls.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { storedFile } from '@packhouse/contract/repositories/protocol-routes.ts';
import { createProxy, deleteProxy, listProxies, readProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { expect, it } from 'vitest';
import { answers, loses, on, refuse, refuseFields, refuses, replaced, send, tell } from './answers.ts';
import { takeFaults } from './possible-answers.ts';
import { prepareConsole, server } from './render-area.tsx';

prepareConsole();

const proxy = { key: 'office', host: 'proxy.example.org', port: 3128, tls: false, username: '', isDefault: false, noProxy: [], hasPassword: false, usedBy: [] };

/** Makes a call, and tells what the test was blamed for. */
async function blame(calling: Promise<unknown>): Promise<string> {
  await calling.catch(() => undefined);
  return takeFaults().join('\n');
}

it('gives a good answer as the server encodes it, without what the schema does not name', async () => {
  server.use(answers(readProxy, { ...proxy, secret: 'x' } as never));
  expect(await call(readProxy, { params: { key: 'office' } })).toEqual(proxy);
});

it('refuses a good answer that the schema of the route refuses', async () => {
  server.use(answers(readProxy, { ...proxy, port: 'three' } as never));
  expect(await blame(call(readProxy, { params: { key: 'office' } }))).toMatch(/readProxy: no server answers this:[\s\S]*port/);
  server.use(answers(readProxy, undefined as never));
  expect(await blame(call(readProxy, { params: { key: 'office' } }))).toContain('no server answers this');
});

it('refuses bytes where a document is answered, and a document where bytes are', async () => {
  server.use(
    on(listProxies, () => send('[]')),
    on(storedFile, () => tell('text') as never),
  );
  expect(await blame(call(listProxies, {}))).toContain('answers a document of its schema');
  expect(await blame(fetch('/artifactory/files/a.txt'))).toContain('answers no document of a schema');
});

it('refuses a good answer to what the server would refuse', async () => {
  server.use(answers(createProxy, proxy));
  expect(await blame(call(createProxy, { body: { key: '', host: 'proxy.example.org', port: 3128 } }))).toContain('the server refuses this body');
  server.use(refuses(createProxy, 'invalid_input'));
  expect(await blame(call(createProxy, { body: { key: '', host: 'proxy.example.org', port: 3128 } }))).toBe('');
});

it('refuses in the envelope, with the status that belongs to the code and a reason that stands in a table', async () => {
  server.use(refuses(deleteProxy, new AppError(kernelWords.administrators_only)));
  await expect(call(deleteProxy, { params: { key: 'office' } })).rejects.toMatchObject({ status: 403, code: 'forbidden', requestId: 'test-request' });
  server.use(on(deleteProxy, () => refuseFields({ path: 'key', ...say(accessWords.no_user, { name: 'ann' }) })));
  await expect(call(deleteProxy, { params: { key: 'office' } })).rejects.toMatchObject({ status: 400, message: 'There is no user ann' });
});

it.each([
  ['words of no table', new AppError('internal', { said: { message: 'The disk is full' } })],
  ['a reason of no table', new AppError('internal', { said: { message: 'The disk is full', reason: 'disk_full_here' } })],
  ['a field in words of no table', new AppError('invalid_input', { said: { message: 'key: no' }, detail: [{ path: 'key', message: 'no' }] })],
])('refuses a refusal with %s', async (_, error) => {
  server.use(refuses(deleteProxy, error));
  expect(await blame(call(deleteProxy, { params: { key: 'office' } }))).toMatch(/no table/);
});

it('is lost, or answered by something between, as on any network', async () => {
  server.use(loses(deleteProxy));
  await expect(call(deleteProxy, { params: { key: 'office' } })).rejects.toMatchObject({ status: 0, code: 'offline' });
  server.use(on(deleteProxy, () => replaced(502)));
  await expect(call(deleteProxy, { params: { key: 'office' } })).rejects.toMatchObject({ status: 502, message: 'The server answered 502' });
});

it('answers the addresses of protocols, each of their methods by itself', async () => {
  server.use(
    on(storedFile, ({ address }) => (address === '/artifactory/files/there' ? send(null) : refuse('artifact_not_found')), 'HEAD'),
    on(storedFile, ({ body }) => send(`kept ${String(body)}`, { media: 'text/plain', status: 201 }), 'PUT'),
  );
  expect((await fetch('/artifactory/files/there', { method: 'HEAD' })).status).toBe(200);
  expect((await fetch('/artifactory/files/gone', { method: 'HEAD' })).status).toBe(404);
  const kept = await fetch('/artifactory/files/a/b.txt', { method: 'PUT', body: 'x' });
  expect([kept.status, await kept.text()]).toEqual([201, 'kept x']);
});
