import { createHash } from 'node:crypto';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { TestPlatform, TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import type { Kysely } from 'kysely';
import { startRepositoryPlatform } from '../../repository-test-platform.ts';
import type { RepositoriesSchema } from '../../schema.ts';

export interface TestRegistry extends TestPlatform {
  db: Kysely<RepositoriesSchema>;
  local(key: string, settings?: object): Promise<void>;
  remote(key: string, url: string, settings?: object, password?: string): Promise<void>;
  virtual(key: string, members: readonly string[], settings?: object): Promise<void>;
  /** Calls the registry as the administrator unless told otherwise. */
  send(method: string, path: string, options?: { body?: Buffer | string; headers?: Record<string, string>; as?: string }): Promise<Response>;
}

/** A platform with docker repositories that the test makes itself. */
export async function startTestRegistry(options: TestPlatformOptions = {}): Promise<TestRegistry> {
  const test = await startRepositoryPlatform(options);
  const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 2 });
  return {
    ...test,
    db,
    local: (key, settings = {}) => test.create({ class: 'local', key, format: 'docker', settings }),
    remote: (key, url, settings = {}, password) =>
      test.create({
        class: 'remote',
        key,
        format: 'docker',
        settings: { url, allowPrivate: true, officialNamespace: '', ...settings },
        ...(password === undefined ? {} : { password }),
      }),
    virtual: (key, members, settings = {}) => test.create({ class: 'virtual', key, format: 'docker', settings, members: [...members] }),
    send: (method, path, { body, headers = {}, as = 'admin' } = {}) =>
      fetch(`${test.baseUrl}${path}`, { method, headers: { ...test.headersOf(as), ...headers }, ...(body === undefined ? {} : { body: body as string }) }),
    async stop() {
      await db.destroy();
      await test.stop();
    },
  };
}

export const computeDigest = (bytes: Buffer | string, algorithm = 'sha256') => `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;

export async function pushBlob(registry: TestRegistry, name: string, bytes: Buffer | string, as = 'admin'): Promise<string> {
  const digest = computeDigest(bytes);
  const answer = await registry.send('POST', `/v2/${name}/blobs/uploads/?digest=${digest}`, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
    as,
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return digest;
}

export interface PushedImage {
  digest: string;
  manifest: string;
  layer: string;
  config: string;
}

/** Pushes a small image whose layer holds `content`. */
export async function pushImage(
  registry: TestRegistry,
  name: string,
  reference: string,
  content: string,
  extra: object = {},
  as = 'admin',
): Promise<PushedImage> {
  const settings = JSON.stringify({ architecture: 'amd64', os: 'linux', config: { Labels: { content } }, history: [{ created_by: `COPY ${content}` }] });
  const config = await pushBlob(registry, name, settings, as);
  const layer = await pushBlob(registry, name, content, as);
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: mediaTypes.ociManifest,
    config: { mediaType: mediaTypes.ociConfig, digest: config, size: settings.length },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: layer, size: content.length }],
    ...extra,
  });
  const digest = computeDigest(manifest);
  const answer = await putManifest(registry, name, reference === '' ? digest : reference, manifest, mediaTypes.ociManifest, as);
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return { digest, manifest, layer, config };
}

export function putManifest(
  registry: TestRegistry,
  name: string,
  reference: string,
  manifest: string,
  type: string = mediaTypes.ociManifest,
  as = 'admin',
): Promise<Response> {
  return registry.send('PUT', `/v2/${name}/manifests/${reference}`, { body: manifest, headers: { 'content-type': type }, as });
}

export async function readCode(answer: Response): Promise<string> {
  const { errors } = (await answer.json()) as { errors: { code: string }[] };
  return errors[0]?.code ?? '';
}
