import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLockKind } from '../inventory/lock-files.ts';
import { type Locks, openLocks } from './locks.ts';

let locks: Locks;
beforeAll(() => {
  locks = openLocks({ memory: 128, time: 3000, pace: 16 * 1024 });
});
afterAll(() => locks.stop());

const read = (path: string, text: string, most = 1000) => locks.read(path, Buffer.from(text), most);

it('reads a lock file in a thread, each component once with its line', async () => {
  const found = await read('web/yarn.lock', '# yarn lockfile v1\n\nleft-pad@^1.0.0:\n  version "1.1.0"\n');
  expect(found).toEqual([{ component: expect.objectContaining({ ecosystem: 'npm', name: 'left-pad', version: '1.1.0' }), location: '3' }]);
});

it('says of a file that Git LFS keeps elsewhere that it was not read', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
  for (const path of ['package-lock.json', 'yarn.lock', 'requirements.txt']) expect(await read(path, pointer)).toBe('elsewhere');
});

it('finds nothing in documents that are deeper than anything, and goes on', async () => {
  const deep = 100_000;
  expect(await read('package-lock.json', `${'{"dependencies":{"a":'.repeat(deep)}{}${'}}'.repeat(deep)}`)).toEqual([]);
  expect(await read('package-lock.json', `${'{"dependencies":{"a":'.repeat(deep)}`)).toBe('unreadable');
  expect(await read('requirements.txt', 'flask==1.0\n')).toHaveLength(1);
});

it('does not multiply aliases of YAML', async () => {
  const levels = Array.from({ length: 30 }, (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`);
  const bomb = `l0: &l0 [x]\n${levels.join('\n')}\npackages:\n  /left-pad@1.1.0: *l30\n`;
  const found = await read('pnpm-lock.yaml', bomb);
  expect(found === 'unreadable' || (Array.isArray(found) && found.length <= 1)).toBe(true);
});

it('keeps names such as __proto__ as the text they are', async () => {
  const text =
    '{"lockfileVersion":3,"packages":{"node_modules/__proto__":{"version":"1.0.0"},"__proto__":{"polluted":true},"node_modules/constructor":{"version":"2.0.0"}}}';
  const found = await read('package-lock.json', text);
  const names = Array.isArray(found) ? found.map(({ component }) => component.name).toSorted() : found;
  expect(names).toEqual(['__proto__', 'constructor']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('takes more components than anybody has for unreadable', async () => {
  const packages = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`node_modules/p${at}`, { version: '1.0.0' }]));
  expect(await read('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }), 20)).toBe('unreadable');
});

it('begins nothing that would take more memory than there is', async () => {
  expect(await read('package-lock.json', `{"lockfileVersion":3,"packages":{},"x":[${'[],'.repeat(2_000_000)}0]}`)).toBe('full');
});

it('ends a thread that takes too long, and reads the next file all the same', async () => {
  const slow = openLocks({ memory: 128, time: 1, pace: 1e9 });
  expect(await slow.read('package-lock.json', Buffer.from(`{"packages":{}}${' '.repeat(50_000_000)}`), 10)).toBe('slow');
  await slow.stop();
  expect(await read('requirements.txt', 'flask==1.0\n')).toHaveLength(1);
});

it('loads no format into a thread but the one whose lock file is read, since whoever pushed waits for it', async () => {
  const path = 'package-lock.json';
  const order = { module: new URL('./lock-thread.ts', import.meta.url).href, work: { path, kind: findLockKind(path), most: 10 } };
  const worker = new Worker(
    `const { registerHooks } = require('node:module');
    const { MessageChannel, parentPort, workerData } = require('node:worker_threads');
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const bytes = Buffer.from('{"lockfileVersion":3,"packages":{"node_modules/left-pad":{"version":"1.1.0"}}}');
    import(workerData.module)
      .then(({ readLock }) => readLock({ work: workerData.work, args: [{ kind: 'plain', value: bytes }], port: new MessageChannel().port1 }))
      .then(({ answer }) => parentPort.postMessage({ answer, loaded }));`,
    { eval: true, workerData: order },
  );
  const [{ answer, loaded }] = (await once(worker, 'message')) as [{ answer: unknown; loaded: string[] }];
  await worker.terminate();
  expect(answer).toEqual([{ library: { ecosystem: 'npm', name: 'left-pad', version: '1.1.0' }, line: '1' }]);
  expect(loaded.flatMap((url) => /\/formats\/src\/([^/]+)\/\1\.ts$/.exec(url)?.[1] ?? [])).toEqual(['npm']);
});
