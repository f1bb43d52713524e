import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { componentDetails, type ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import {
  type AdvisorySourceInput,
  createAdvisorySource,
  dumpPath,
  type ImportRun,
  listImportRuns,
} from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { scanningService } from '@packhouse/scanning-service/service.ts';
import { pack } from 'tar-stream';
import { expect, vi } from 'vitest';
import { ZipFile } from 'yazl';
import type { z } from 'zod';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from './start-test-platform.ts';

/** What an image says of itself: variables of its environment, and the image it was built on. */
interface ImageSays {
  variables?: readonly string[];
  base?: string;
}

export interface ScanningTestPlatform extends TestPlatform {
  create(input: z.input<typeof RepositoryInput>): Promise<void>;
  /** Publishes a package as npm does; `files` go into its tarball. */
  publishNpm(repository: string, name: string, version: string, files?: Record<string, string | Buffer>): Promise<void>;
  put(path: string, body: Buffer | string): Promise<void>;
  /** Pushes an image of these layers. */
  pushImage(repository: string, image: string, tag: string, layers: readonly Buffer[], says?: ImageSays): Promise<void>;
  /** Waits until a version's scan has ended, and says how: in this repository, or in the first that has it. */
  scanned(packageId: string, version: string, repository?: string): Promise<ScanDetails>;
  source(name: string, options?: { complete?: boolean; url?: string; kind?: AdvisorySourceInput['kind']; covers?: string[] }): Promise<number>;
  /** Uploads a dump and waits for what comes of it. */
  upload(sourceId: number, dump: Buffer | string): Promise<ImportRun>;
  /** The newest run of a source, when it has ended. */
  lastRun(sourceId: number): Promise<ImportRun>;
}

export async function packTar(entries: Record<string, string | Buffer>, compressed = true): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  const bytes = await buffer(tar);
  return compressed ? gzipSync(bytes) : bytes;
}

export async function packZip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const computeDigest = (content: Buffer | string) => `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** Jobs are queued and run beside what a test does. */
export const patience = { timeout: 20_000, interval: 50 };

/** A record of OSV that is about one package. */
export function osv(
  id: string,
  about: { ecosystem: string; name: string; events?: object[]; versions?: string[] },
  more: object = {},
): Record<string, unknown> {
  const { ecosystem, name, events, versions } = about;
  return {
    schema_version: '1.7.5',
    id,
    modified: '2026-01-02T00:00:00Z',
    published: '2026-01-01T00:00:00Z',
    summary: `${name} can be harmed`,
    affected: [{ package: { ecosystem, name }, ...(events ? { ranges: [{ type: 'ECOSYSTEM', events }] } : {}), ...(versions ? { versions } : {}) }],
    ...more,
  };
}

export const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');

/** Sends a request as administrator, and expects it to succeed. */
type Send = (path: string, init: RequestInit & { headers?: Record<string, string> }) => Promise<Response>;

function readSender(test: TestPlatform): Send {
  return async (path, init) => {
    const answer = await fetch(test.baseUrl + path, { ...init, headers: { ...test.headersOf('admin'), ...init.headers } });
    expect([answer.ok, answer.ok ? '' : await answer.text()]).toEqual([true, '']);
    return answer;
  };
}

async function publishNpm(send: Send, repository: string, name: string, version: string, files: Record<string, string | Buffer> = {}): Promise<void> {
  const tarball = await packTar({ 'package/package.json': JSON.stringify({ name, version, license: 'MIT' }), ...files });
  const body = {
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, license: 'MIT', dist: { shasum: createHash('sha1').update(tarball).digest('hex') } } },
    _attachments: { [`${name}-${version}.tgz`]: { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } },
  };
  await send(`/artifactory/api/npm/${repository}/${name.replace('/', '%2f')}`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}

async function pushImage(send: Send, place: string, tag: string, layers: readonly Buffer[], { variables = [], base }: ImageSays = {}): Promise<void> {
  const blob = async (content: Buffer) => {
    const digest = computeDigest(content);
    await send(`/v2/${place}/blobs/uploads/?digest=${digest}`, {
      method: 'POST',
      body: content as unknown as BodyInit,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return { digest, size: content.length };
  };
  const settings = { architecture: 'amd64', os: 'linux', ...(variables.length > 0 ? { config: { Env: variables } } : {}) };
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', ...(await blob(Buffer.from(JSON.stringify(settings)))) };
  const pushed = [];
  for (const layer of layers) pushed.push({ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', ...(await blob(layer)) });
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType,
    config,
    layers: pushed,
    ...(base === undefined ? {} : { annotations: { 'org.opencontainers.image.base.name': base } }),
  });
  await send(`/v2/${place}/manifests/${tag}`, { method: 'PUT', body: manifest, headers: { 'content-type': mediaType } });
}

/** Waits until a version's scan has ended. */
async function scanned(test: TestPlatform, packageId: string, version: string, repoKey?: string): Promise<ScanDetails> {
  let details: ScanDetails | undefined;
  const hasEnded = async () => {
    details = await test.call(componentDetails, { body: { packageId, version, ...(repoKey && { repoKey }) } }).catch(() => undefined);
    return details !== undefined && details.status !== 'in progress';
  };
  // Hooks wait for scans too, which `expect.poll` does not let them.
  await vi.waitFor(async () => {
    if (!(await hasEnded())) throw new Error(`The scan of ${packageId} ${version} has not ended`);
  }, patience);
  return details!;
}

async function lastRun(test: TestPlatform, sourceId: number): Promise<ImportRun> {
  let run: ImportRun | undefined;
  const ended = async () => {
    run = (await test.call(listImportRuns, { params: { id: sourceId } })).items[0];
    return run?.finishedAt ?? null;
  };
  await vi.waitFor(async () => {
    if ((await ended()) === null) throw new Error('The dump has not been read');
  }, patience);
  return run!;
}

/** A platform with the scanning service and the one whose packages it looks into. */
export async function startScanningPlatform(options: TestPlatformOptions = {}): Promise<ScanningTestPlatform> {
  const test = await startTestPlatform({ services: [repositoriesService, scanningService], ...options });
  const send = readSender(test);
  return {
    ...test,
    async create(input) {
      await test.call(createRepository, { body: input });
    },
    async put(path, body) {
      await send(`/artifactory/${path}`, { method: 'PUT', body: body as BodyInit });
    },
    publishNpm: (...given) => publishNpm(send, ...given),
    pushImage: (repository, image, tag, layers, says) => pushImage(send, `${repository}/${image}`, tag, layers, says),
    scanned: (packageId, version, repository) => scanned(test, packageId, version, repository),
    lastRun: (sourceId) => lastRun(test, sourceId),
    async source(name, { complete = false, url, kind = 'osv', covers = [] } = {}) {
      return (await test.call(createAdvisorySource, { body: { name, complete, kind, covers, ...(url ? { url } : {}) } })).id;
    },
    async upload(sourceId, dump) {
      expect((await send(dumpPath(sourceId), { method: 'PUT', body: dump as BodyInit })).status).toBe(202);
      return lastRun(test, sourceId);
    },
  };
}
