import { createPermission, deletePermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { type FormatId, formatIds } from '@packhouse/contract/repositories/format-ids.ts';
import { listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { componentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import type { DemoClient } from '@packhouse/formats/demo/format-demo.ts';
import type { TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { vi } from 'vitest';
import { getSample, type Sample } from './hidden-test-samples.ts';

export const reader = { user: 'reader', password: 'Secret-pass-1' };

/** In the name of whatever the reader may see, and of whatever nobody but an administrator may. */
const words = { open: 'lucid', hidden: 'veiled' } as const;
export type Word = keyof typeof words;
/** Finds the hidden by its beginning, without telling all of its name. */
export const searched = 'veil';
const hiddenSize = 1_234_577;

/** Every format but those whose packages and protocol are another's: they are served by the same code. */
export const walkedFormats: readonly FormatId[] = formatIds.filter((id) => id !== 'gradle');

/** A package in a repository, by everything that calls may name it with. */
export interface Target {
  format: FormatId;
  repository: string;
  name: string;
  version: string;
  packageId: string;
  /** Of its first file. */
  path: string;
  folder: string;
  sha256: string;
  sha1: string;
  md5: string;
  /** Files that a listing of its repository names to an administrator: their names are checksums of what they hold. */
  listed: readonly string[];
}

export const getKeys = (format: FormatId) => ({ local: `local-${format}`, virtual: `virtual-${format}` });

interface Item {
  repo: string;
  path: string;
  name: string;
  sha256: string;
  actual_sha1: string;
  actual_md5: string;
}

export interface Content {
  targets: Record<Word, readonly Target[]>;
  /** Names, sizes, versions and checksums of what must not be told. */
  secrets: readonly string[];
}

function makeClient(test: TestPlatform): DemoClient {
  const send: DemoClient['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${test.baseUrl}${path}`, {
      method,
      headers: { ...test.headersOf('admin'), ...headers },
      ...(body === undefined ? {} : { body: body as BodyInit }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return { send, json: (method, path, body) => send(method, path, JSON.stringify(body), { 'content-type': 'application/json' }) };
}

const plainVersions = { open: '1.2.3', hidden: '77.7.7' } as const;
const namePackage = (sample: Sample, word: Word) => sample.nameOf(words[word]);
const giveVersion = ({ versionOf }: Sample, word: Word) => versionOf?.(plainVersions[word]) ?? plainVersions[word];

async function fillFormat(test: TestPlatform, client: DemoClient, format: FormatId): Promise<void> {
  const { local, virtual } = getKeys(format);
  await test.call(createRepository, { body: { class: 'local', key: local, format } });
  await test.call(createRepository, { body: { class: 'virtual', key: virtual, format, members: [local], settings: { defaultDeployment: local } } });
  const sample = await getSample(format);
  for (const word of ['open', 'hidden'] as const)
    await sample.publish(client, local, { name: namePackage(sample, word), description: `A ${words[word]} package` }, giveVersion(sample, word));
}

async function findItems(client: DemoClient, word: Word): Promise<Item[]> {
  const like = { $match: `*${words[word]}*` };
  const query = `items.find(${JSON.stringify({ $or: [{ path: like }, { name: like }] })}).include("repo","path","name","sha256","actual_sha1","actual_md5")`;
  const answer = await client.send('POST', '/artifactory/api/search/aql', query, { 'content-type': 'text/plain' });
  return ((await answer.json()) as { results: Item[] }).results.filter(({ sha256 }) => sha256);
}

/** Parts of a listing that its first file names. */
async function findParts({ send }: DemoClient, repository: string): Promise<string[]> {
  const text = await (await send('GET', `/artifactory/${repository}/repodata/repomd.xml`)).text();
  return [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
}

/** One package of each format as the local repository and as the virtual one have it. */
async function findTargets(test: TestPlatform, client: DemoClient, items: readonly Item[], word: Word): Promise<Target[]> {
  const { packages } = await test.call(listPackages, { query: { limit: 100 } });
  return (
    await Promise.all(
      walkedFormats.map(async (format) => {
        const sample = await getSample(format);
        const { local, virtual } = getKeys(format);
        const name = namePackage(sample, word);
        const item = items.find(({ repo, path }) => repo === local && (path === '.' || !path.startsWith('.')));
        if (!item) throw new Error(`nothing of ${name} is stored in ${local}`);
        const folder = item.path === '.' ? '' : item.path;
        const common = { format, name, version: giveVersion(sample, word), folder, path: folder ? `${folder}/${item.name}` : item.name };
        const checksums = { sha256: item.sha256, sha1: item.actual_sha1, md5: item.actual_md5 };
        const packageId = packages.find((one) => one.name === name && one.packageType === format)?.id ?? `${format}://${name}`;
        const listed = (repository: string) => (format === 'rpm' ? findParts(client, repository) : []);
        return Promise.all([local, virtual].map(async (repository) => ({ ...common, ...checksums, packageId, repository, listed: await listed(repository) })));
      }),
    )
  ).flat();
}

/** More about the hidden: properties, downloads, what lies deep, what was thrown away, and a build that made it. */
async function tellMore(client: DemoClient): Promise<void> {
  const hidden = `local-generic/${words.hidden}`;
  await client.send('PUT', `/artifactory/${hidden}/deep/down/plan.bin`, Buffer.alloc(hiddenSize, 'x'));
  await client.send('PUT', `/artifactory/${hidden}/gone-${words.hidden}.txt`, 'gone');
  await client.send('DELETE', `/artifactory/${hidden}/gone-${words.hidden}.txt`);
  await client.send('PUT', `/artifactory/api/storage/${hidden}/deep/down/plan.bin?properties=stage=${words.hidden}-stage`);
  await client.send('GET', `/artifactory/${hidden}/deep/down/plan.bin`);
  const artifact = { name: `${words.hidden}.bin`, sha1: 'a'.repeat(40), md5: 'b'.repeat(32), type: 'bin' };
  const build = {
    version: '1.0.1',
    name: `${words.hidden}-build`,
    number: '1',
    started: '2026-01-01T00:00:00.000+0000',
    modules: [{ id: 'm', artifacts: [artifact] }],
  };
  await client.json('PUT', '/artifactory/api/build', build);
}

async function letIn(test: TestPlatform): Promise<void> {
  await test.call(createUser, { body: { name: reader.user, password: reader.password } });
  await test.call(updateUser, { params: { name: reader.user }, body: { groups: [] } });
  // A new platform lets visitors read everything, as soon as it lets them in.
  await test.call(deletePermission, { params: { name: 'Anonymous' } });
  const settings = await test.call(readAccessSettings, {});
  await test.call(updateAccessSettings, { body: { ...settings, anonymousAccess: true } });
  const actions = ['read', 'annotate', 'deploy', 'delete'] as ('read' | 'annotate' | 'deploy' | 'delete')[];
  const section = { resourceType: 'repository' as const, names: ['ANY'], include: [`**/*${words.open}*`, `**/*${words.open}*/**`] };
  const users = [
    { name: reader.user, actions },
    { name: 'anonymous', actions: ['read' as const] },
  ];
  await test.call(createPermission, { body: { name: 'of one pattern', sections: [{ ...section, users }] } });
}

/** Fills a platform with an open and a hidden package of every format, and lets a reader and anonymous visitors in who may see the open ones alone. */
export async function fillHidden(test: TestPlatform): Promise<Content> {
  const client = makeClient(test);
  for (const format of walkedFormats) await fillFormat(test, client, format);
  await tellMore(client);
  await letIn(test);
  const items = { open: await findItems(client, 'open'), hidden: await findItems(client, 'hidden') };
  const targets = { open: await findTargets(test, client, items.open, 'open'), hidden: await findTargets(test, client, items.hidden, 'hidden') };
  const { packageId, version } = targets.hidden.find(({ format }) => format === 'npm')!;
  await vi.waitUntil(async () => (await test.call(componentDetails, { body: { packageId, version } })).status === 'scanned', {
    timeout: 120_000,
    interval: 200,
  });
  const checksums = (list: readonly Item[]) => list.flatMap((one) => [one.sha256, one.actual_sha1, one.actual_md5]);
  // Some files of both packages are the same.
  const known = new Set(checksums(items.open));
  const secrets = [words.hidden, plainVersions.hidden, String(hiddenSize), ...checksums(items.hidden).filter((one) => !known.has(one))];
  return { targets, secrets: [...new Set(secrets)] };
}
