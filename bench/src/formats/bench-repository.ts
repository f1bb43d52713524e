import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { createClient } from '@packhouse/contract/client.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { httpRequest } from '../load/http-request.ts';
import type { Platform } from '../peers/platform.ts';
import { median } from '../row.ts';
import { packTar } from './archives.ts';
import type { FormatKind, Read, Upload } from './format-kinds.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
/** Connections that fill a repository at once. */
const lanes = 16;
/** Packages in one archive, where a repository is filled with archives that are taken apart. */
const bulk = 500;
/** Archives that are taken apart at once. */
const bulkLanes = 4;
/** Packages published one after another for one figure. */
const sampleSize = 10;

/** A local repository of the platform that is filled and measured; packages are numbered from 0. */
export interface BenchRepository {
  readonly kind: FormatKind;
  readonly key: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly read: Read;
  /** The platform's first process. */
  readonly pid: number;
  /** How many packages have been published. */
  count: number;
}

/** Makes a repository and puts so many packages into it, until the last of them is listed: by archives of some hundred where the format lets that be, else one by one. */
export async function filledRepository(platform: Platform, kind: FormatKind, count: number): Promise<BenchRepository> {
  const key = `bench-${kind.name}-${count}`;
  const call = createClient({ baseUrl: platform.url, headers: () => platform.headers });
  await call(createRepository, { body: { class: 'local', key, format: kind.name } });
  const byApi = kind.name === 'go' || kind.name === 'cargo';
  const address = `${platform.url}${prefixes.repositories}/${byApi ? `api/${kind.name}/` : ''}${key}`;
  const { headers, server } = platform;
  const repository: BenchRepository = { kind, key, address, headers, read: readFrom(address, headers), pid: server.pid, count: 0 };
  const from = performance.now();
  if (kind.bulk) await fillByArchives(repository, count, kind.bulk);
  else await inLanes(lanes, () => (repository.count < count ? publish(repository, repository.count++) : undefined));
  const rate = count / ((performance.now() - from) / 1000);
  for (const number of [0, count >> 1, count - 1]) await untilListed(repository, number, 60_000);
  console.log(`bench: ${key}: ${count} packages published, ${Math.round(rate)} packages/s`);
  return repository;
}

async function inLanes(count: number, next: () => Promise<void> | undefined): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let work = next(); work; work = next()) await work;
    }),
  );
}

async function fillByArchives(repository: BenchRepository, count: number, parameters: string): Promise<void> {
  await inLanes(bulkLanes, () => {
    const numbers = Array.from({ length: Math.min(bulk, count - repository.count) }, () => repository.count++);
    return numbers.length > 0 ? publishArchive(repository, numbers, parameters) : undefined;
  });
}

async function publishArchive(repository: BenchRepository, numbers: readonly number[], parameters: string): Promise<void> {
  const uploads = (await Promise.all(numbers.map((number) => repository.kind.uploads(number)))).flat();
  const files = uploads.filter(({ path }) => !/\.sha1$|maven-metadata\.xml$/.test(path));
  const body = await packTar(files.map(({ path, body: content }) => ({ name: path.split(';')[0] ?? path, content })));
  await put(repository, { path: `packages.tar${parameters}`, body }, { 'x-explode-archive': 'true' });
}

/** Milliseconds from the beginning of a publication until what its client reads lists the package; the median of some. */
export function publishToVisible(repository: BenchRepository): Promise<number> {
  return readMedianOfSome(() => publishOneMore(repository));
}

/** Milliseconds from the end of an upload until the document has arrived with which the list that has the package begins; the median of some. */
export function indexToVisible(repository: BenchRepository): Promise<number> {
  return readMedianOfSome(async () => {
    const number = repository.count++;
    await publish(repository, number);
    const from = performance.now();
    await repository.read(repository.kind.head(number));
    const time = performance.now() - from;
    await untilListed(repository, number, 30_000);
    return time;
  });
}

/** Milliseconds of processor time, of the platform and its database, that publishing and listing one package takes, over some. */
export async function processorTimeToVisible(repository: BenchRepository): Promise<number> {
  const before = familyProcessorTime(repository.pid);
  for (let sample = 0; sample < sampleSize; sample++) await publishOneMore(repository);
  return (familyProcessorTime(repository.pid) - before) / sampleSize;
}

async function readMedianOfSome(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < sampleSize; sample++) times.push(await measure());
  return median(times);
}

/** Milliseconds that one more package takes until it is listed. Making it is not counted. */
export async function publishOneMore(repository: BenchRepository): Promise<number> {
  const number = repository.count++;
  const uploads = await repository.kind.uploads(number);
  const from = performance.now();
  for (const upload of uploads) await put(repository, upload);
  return (await untilListed(repository, number, 30_000)) - from;
}

/** When the listing that has the package had arrived; looking into it is not counted. */
async function untilListed({ kind, key, read }: BenchRepository, number: number, patience: number): Promise<number> {
  const deadline = performance.now() + patience;
  while (performance.now() < deadline) {
    const document = await kind.list(read, number);
    const arrived = performance.now();
    if (document && kind.holds(unpacked(document), number)) return arrived;
  }
  throw new Error(`${key}: package ${number} is not listed after ${patience} ms`);
}

async function publish(repository: BenchRepository, number: number): Promise<void> {
  for (const upload of await repository.kind.uploads(number)) await put(repository, upload);
}

async function put({ address, headers }: BenchRepository, { path, body }: Upload, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await httpRequest({ method: 'PUT', url: `${address}/${path}`, headers: { ...headers, ...more, 'content-type': 'application/octet-stream' }, body });
}

function readFrom(address: string, headers: Readonly<Record<string, string>>): Read {
  return (path) =>
    new Promise((resolve, reject) => {
      const sent = get(`${address}/${path}`, { agent, headers }, (response) => {
        const status = response.statusCode ?? 0;
        buffer(response).then((body) => {
          if (status < 300) resolve(body);
          else if (status === 404) resolve(undefined);
          else reject(new Error(`GET ${address}/${path}: ${status} ${body.subarray(0, 500)}`));
        }, reject);
      });
      sent.once('error', reject);
    });
}

/** Gives what a compressed list says; anything else as it is. */
export function unpacked(document: Buffer): Buffer {
  return document.length > 1 && document.readUInt16BE(0) === 0x1f8b ? gunzipSync(document) : document;
}

/** Ends the kept connections, so that the process can end. */
export function closeReaders(): void {
  agent.destroy();
}
