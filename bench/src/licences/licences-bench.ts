import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createPairingToken } from '@packhouse/contract/access/access-trust-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import * as contract from '@packhouse/contract/mission-control/bucket-routes.ts';
import { listUnits, registerUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { replaceTable } from '../report.ts';

const page = 'docs/performance.md';

/**
 * A bucket of many licences in a platform as shipped, many of which go to another one: `npm run bench:licences -- [--count 10000] [--attach 5000] [--write]`.
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, attach: { type: 'string', default: '5000' }, write: { type: 'boolean', default: false } },
});
const count = Number(values.count);
const attached = Number(values.attach);
const split = Math.floor((count - attached) / 2);
const password = 'Benchmark-2-cores';
/** Each call that only reads is made so often; the middle one counts. */
const rounds = 9;

const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);
const license = (...parameters: string[]) => promisify(execFile)(process.execPath, [resolve('apps/server/src/main.ts'), 'license', ...parameters]);

/** Signs the licences as an issuer does, by the command. */
async function issue(folder: string): Promise<{ publicKey: string; file: string; key: string }> {
  const signingKey = join(folder, 'issuer.key');
  await license('keys', signingKey);
  const bucket = join(folder, 'bucket.json');
  const { stdout } = await license(
    'issue',
    '--signing-key',
    signingKey,
    '--type',
    'ENTERPRISE',
    '--to',
    'Example Ltd',
    '--count',
    String(count),
    '--out',
    bucket,
  );
  const publicKey = (await readFile(`${signingKey}.pub`, 'utf8')).trim();
  return { publicKey, file: await readFile(bucket, 'utf8'), key: stdout.trim().split('\n').at(-1) ?? '' };
}

async function time<T>(work: () => Promise<T>): Promise<{ milliseconds: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { milliseconds: performance.now() - began, result };
}

/** The middle of several times. */
async function timeMany(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push((await time(work)).milliseconds);
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)]!;
}

const makeCall = ({ url }: PackhouseProcess): Call =>
  createClient({ baseUrl: url, headers: () => ({ authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }) });

const root = await mkdtemp(join(tmpdir(), 'packhouse-licences-'));
const servers: PackhouseProcess[] = [];
try {
  const { publicKey, file, key } = await issue(root);
  say(`${count} licences take ${(Buffer.byteLength(file) / 1024 / 1024).toFixed(1)} MB`);
  const env = { PACKHOUSE_LICENCE_KEY: publicKey, PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8' };
  for (const name of ['control', 'other']) servers.push(await startPackhouse({ home: join(root, name), adminPassword: password, workers: 1, env }));
  const [call, other] = servers.map(makeCall) as [Call, Call];
  const { token } = await other(createPairingToken, { body: { purposes: ['mission-control'], allowPrivate: true } });
  const { id, name } = await call(registerUnit, { body: { token, allowPrivate: true } });
  while ((await call(listUnits, {})).items.find((one) => one.id === id)?.status !== 'ONLINE') await setTimeout(250);
  const added = await time(() => call(contract.addBucket, { body: { source: 'file', name: 'many', fileName: 'bucket.json', file, key } }));
  const { id: bucket, identifier: bucketIdentifier } = added.result;
  const attach = await time(() =>
    call(contract.attachLicenses, { params: { id: bucket }, body: { bucketIdentifier, dto: [{ deployment: name, licenses: attached }] } }),
  );
  const [order] = attach.result.results;
  if (order?.done !== attached) throw new Error(`attached ${order?.done} of ${attached}: ${order?.message}`);
  const divide = await time(() => call(contract.splitBucket, { params: { id: bucket }, body: { name: 'part', licenses: split } }));
  const list = await timeMany(() => call(contract.listBuckets, {}));
  const status = await timeMany(() => call(contract.readBucketStatus, { params: { id: bucket } }));
  const ask = await time(() => call(contract.askHolders, { params: { id: bucket } }));
  const release = await time(() => call(contract.releaseLicenses, { params: { id: bucket }, body: { deployment: name } }));
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const rows = [
    [`Add a bucket of ${count} licences, each signature looked at`, seconds(added.milliseconds)],
    [`Attach ${attached} of them to a deployment, 500 with each call`, seconds(attach.milliseconds)],
    [`Split ${split} off`, `${divide.milliseconds.toFixed(0)} ms`],
    ['List of buckets', `${list.toFixed(0)} ms`],
    ['Page of the bucket', `${status.toFixed(0)} ms`],
    [`Ask the deployment which ${attached} it has`, seconds(ask.milliseconds)],
    [`Take ${attached} back`, seconds(release.milliseconds)],
  ];
  const table = ['| What | Measured |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  process.stdout.write(`\n${table}\n\nload of the machine: ${load}\n`);
  if (values.write)
    await writeFile(page, replaceTable(await readFile(page, 'utf8'), `Load of the machine at the end: ${load}.\n\n${table}`, 'licence results'));
} finally {
  for (const server of servers) await server.stop();
  await rm(root, { recursive: true, force: true });
}
