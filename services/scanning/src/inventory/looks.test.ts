import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { formatIds } from '@packhouse/contract/repositories/format-ids.ts';
import { packTar } from '@packhouse/testkit/start-scanning-platform.ts';
import { expect, it } from 'vitest';
import { knownFiles } from './libraries.ts';
import { usualLimits } from './limits.ts';
import { findLockKind } from './lock-files.ts';
import type { LookOutcome, LookWork } from './look-thread.ts';

const watching = `const { registerHooks } = require('node:module');
  const { MessageChannel, parentPort, workerData } = require('node:worker_threads');
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const { work, whole } = workerData;
  import(workerData.module)
    .then(({ look }) => look({ work, args: [{ kind: 'file', number: 0, file: { size: whole.length }, whole }], port: new MessageChannel().port1 }))
    .then((outcome) => parentPort.postMessage({ outcome, loaded }));`;

type Asked = { kind: 'layer' } | Pick<LookWork & { kind: 'package' }, 'kind' | 'file'>;

/** Looks into content in a thread of its own; tells what it saw, and which formats it loaded for that. */
async function look(asked: Asked, whole: Buffer): Promise<{ seen: unknown; formats: string[] }> {
  const work: LookWork = { limits: usualLimits, known: knownFiles, ...asked };
  const module = new URL('./look-thread.ts', import.meta.url).href;
  const worker = new Worker(watching, { eval: true, workerData: { module, work, whole: new Uint8Array(whole) } });
  const [{ outcome, loaded }] = (await once(worker, 'message')) as [{ outcome: { answer: LookOutcome }; loaded: string[] }];
  await worker.terminate();
  expect(outcome).toMatchObject({ answer: { seen: expect.anything() } });
  const formats = loaded.flatMap((url) => /\/formats\/src\/([^/]+)\/\1\.ts$/.exec(url)?.[1] ?? []);
  return { seen: 'seen' in outcome.answer ? outcome.answer.seen : undefined, formats: formatIds.filter((id) => formats.includes(id)) };
}

const dpkg = 'Package: bash\nStatus: install ok installed\nVersion: 5.2\n';
const npm = '{"name":"left-pad","version":"1.3.0"}';
const lock = '{"lockfileVersion":3,"packages":{"node_modules/left-pad":{"version":"1.1.0"}}}';

it.each<[what: string, asked: Asked, content: () => Promise<Buffer>, formats: string[], seen: object]>([
  [
    'a layer without libraries',
    { kind: 'layer' },
    () => packTar({ 'var/lib/dpkg/status': dpkg }),
    [],
    { files: [{ kind: 'dpkg', packages: [{ name: 'bash' }] }] },
  ],
  [
    'a layer with modules of npm',
    { kind: 'layer' },
    () => packTar({ 'app/node_modules/left-pad/package.json': npm }),
    ['npm'],
    { files: [{ kind: 'libraries', libraries: [{ ecosystem: 'npm', name: 'left-pad', version: '1.3.0' }] }] },
  ],
  [
    'a package of Python',
    { kind: 'package', file: { format: 'pypi', path: 'demo/1/demo-1.tar.gz' } },
    () => packTar({ 'demo-1/demo.egg-info/PKG-INFO': 'Metadata-Version: 2.1\nName: demo\nVersion: 1\n' }),
    ['pypi'],
    { listed: [] },
  ],
  [
    'a lock file',
    { kind: 'package', file: { format: 'generic', path: 'package-lock.json', lock: findLockKind('package-lock.json') } },
    async () => Buffer.from(lock),
    ['npm'],
    { files: [{ path: 'package-lock.json', libraries: [{ ecosystem: 'npm', name: 'left-pad', version: '1.1.0' }] }] },
  ],
])('loads no formats into a thread but those whose files are in %s', async (_what, asked, content, formats, seen) => {
  const found = await look(asked, await content());
  expect(found.seen).toMatchObject(seen);
  expect(found.formats).toEqual(formats);
});
