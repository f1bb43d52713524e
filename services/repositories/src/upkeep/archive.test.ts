import { createHash } from 'node:crypto';
import { deleteArchived, listArchived, restoreArchived, sumArchived } from '@packhouse/contract/repositories/archive-routes.ts';
import { emptyTrash } from '@packhouse/contract/repositories/artifact-routes.ts';
import { startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { deleteRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import * as retention from '@packhouse/contract/repositories/retention-routes.ts';
import type { SearchModelInput } from '@packhouse/contract/repositories/search-routes.ts';
import { listTrash } from '@packhouse/contract/repositories/trash-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { amendArchiveSums, foldArchiveSums } from './archive-sum-queries.ts';
import { selectUsageDifferences } from './usage-queries.ts';

let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;

const grant = (actions: Grant['actions']): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names: ['files'],
  include: [],
  exclude: [],
  actions,
  through: 'user',
});

beforeAll(async () => {
  test = await startRepositoryPlatform({
    actors: { reader: { grants: [grant(['read'])] }, writer: { grants: [grant(['read', 'deploy'])] }, stranger: {} },
  });
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 2 });
  for (const [key, format] of [
    ['files', 'generic'],
    ['java', 'maven'],
    ['images', 'docker'],
  ] as const)
    await test.create({ class: 'local', key, format });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const age = () => sql`update artifact set modified_at = now() - interval '40 days'`.execute(db);
const status = async (path: string) => (await test.ask(path, { method: 'HEAD' })).status;

async function archive(name: string, repositoryKeys: string[], change: Partial<z.input<typeof retention.RetentionPolicyInput>> = {}) {
  await age();
  const body = { name, repositoryKeys, olderThanDays: 30, archive: true, ...change };
  const policy = await test.call(retention.createRetentionPolicy, { body });
  const { id } = await test.call(retention.runRetentionPolicy, { params: { id: policy.id } });
  const find = async () => (await test.call(retention.listRetentionRuns, {})).items.find((one) => one.id === id);
  await expect.poll(async () => (await find())?.finishedAt).toBeDefined();
  return find();
}

type Search = z.input<typeof SearchModelInput>;
const search = async (body: Search = {}, as = 'admin') => (await test.call(listArchived, { query: {}, body }, { as })).items;
const paths = async (body: Search = {}, as = 'admin') => (await search(body, as)).map(({ repoKey, path }) => `${repoKey}/${path}`).sort();
const events = async (type: string) =>
  (await sql<{ data: { files: { path: string }[] } }>`select data from kernel.event where type = ${type} order by id`.execute(db)).rows.flatMap(({ data }) =>
    data.files.map(({ path }) => path),
  );

it('SRCH-040 SRCH-042 finds what retention put away, for those who may read it, and brings it back as old as it was', async () => {
  expect(listArchived.url).toBe('/ui/api/v1/ui/artifactoryRetention/search');
  await test.put('files/logs/a.txt;kept=yes', 'a');
  await test.put('files/logs/b.txt', 'b');
  expect(await archive('old files', ['files'])).toMatchObject({ status: 'finished', files: 2 });
  expect([await status('files/logs/a.txt'), await status('files/logs/b.txt')]).toEqual([404, 404]);
  // It is no deletion: neither the trash can nor its emptying knows of it, and no garbage collection takes its content.
  expect((await test.call(listTrash, { query: {} })).items).toEqual([]);
  await test.call(emptyTrash, { body: {} });
  await test.call(startGarbageRun, { body: { dryRun: false } });
  expect(await selectUsageDifferences(db)).toEqual([]);
  expect(await paths()).toEqual(['files/logs/a.txt', 'files/logs/b.txt']);
  expect(await paths({}, 'reader')).toEqual(['files/logs/a.txt', 'files/logs/b.txt']);
  expect(await paths({}, 'stranger')).toEqual([]);
  const [found] = await search({ name: 'A.T' });
  expect(found).toMatchObject({ repoKey: 'files', path: 'logs/a.txt', name: 'a.txt', format: 'generic', size: 1, archivedBy: 'retention:old files' });
  expect(await paths({ filters: { repositories: ['java'] } })).toEqual([]);
  expect(await paths({ filters: { packageTypes: ['generic'], checksum: found!.sha256 } })).toEqual(['files/logs/a.txt']);
  expect(await paths({ filters: { before: '2020-01-01' } })).toEqual([]);
  const { unused } = await test.call(listArchived, { query: {}, body: { filters: { cve: 'CVE-2020-1' } } });
  expect(unused).toEqual(['cve']);
  const body = { repoKey: 'files', paths: ['logs/a.txt'] };
  await expect(test.call(restoreArchived, { body }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await test.call(restoreArchived, { body }, { as: 'writer' })).toEqual({ files: 1, left: [] });
  expect(await (await test.ask('files/logs/a.txt')).text()).toBe('a');
  expect(await (await test.ask('api/storage/files/logs/a.txt?properties')).json()).toMatchObject({ properties: { kept: ['yes'] } });
  expect(await paths()).toEqual(['files/logs/b.txt']);
  expect(await events('files.archived')).toEqual(expect.arrayContaining(['logs/a.txt', 'logs/b.txt']));
  expect(await events('files.restored')).toEqual(['logs/a.txt']);
  expect(test.audited.find(({ action }) => action === 'archive.restored')).toMatchObject({ actor: 'writer', subject: 'files/logs/a.txt', after: { files: 1 } });
});

it('SRCH-040 brings back what can come back, and says of the rest why it stays', async () => {
  await test.create({ class: 'local', key: 'many', format: 'generic' });
  for (const name of ['one', 'two', 'three']) await test.put(`many/${name}.txt`, name);
  await archive('many files', ['many']);
  // Meanwhile something else was put there.
  await test.put('many/two.txt', 'another');
  const body = { repoKey: 'many', paths: ['one.txt', 'two.txt', 'none.txt', 'three.txt'] };
  const { files, left } = await test.call(restoreArchived, { body });
  expect([files, left.map(({ path }) => path)]).toEqual([2, ['two.txt', 'none.txt']]);
  expect(left.every(({ said }) => said.message !== '')).toBe(true);
  expect(await (await test.ask('many/two.txt')).text()).toBe('another');
  expect(await status('many/three.txt')).toBe(200);
  await expect(test.call(restoreArchived, { body: { repoKey: 'many', paths: ['two.txt'] } })).rejects.toThrow('exists');
});

it('SRCH-040 brings back all files of a version', async () => {
  const makePom = (version: string) =>
    `<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>tool</artifactId><version>${version}</version></project>`;
  for (const [path, content] of [
    ['1.0/tool-1.0.pom', makePom('1.0')],
    ['1.0/tool-1.0-sources.jar', 'sources'],
    ['2.0/tool-2.0.pom', makePom('2.0')],
  ] as const)
    expect((await test.put(`java/org/acme/tool/${path}`, content)).status).toBe(201);
  await archive('old jars', ['java']);
  const found = await search({ filters: { repositories: ['java'] } });
  expect(found.length).toBeGreaterThanOrEqual(3);
  const pom = found.find(({ path }) => path.endsWith('1.0.pom'));
  expect(pom).toMatchObject({ package: 'org.acme:tool', version: '1.0' });
  expect((await test.call(restoreArchived, { body: { repoKey: 'java', paths: [pom!.path] } })).files).toBeGreaterThanOrEqual(2);
  expect(await status('java/org/acme/tool/1.0/tool-1.0-sources.jar')).toBe(200);
  expect(await status('java/org/acme/tool/2.0/tool-2.0.pom')).toBe(404);
});

it('SRCH-040 brings an image back with its layers', async () => {
  const headers = { authorization: String(test.headersOf('admin').authorization) };
  const send = (method: string, path: string, body?: string, type?: string) =>
    fetch(`${test.baseUrl}${path}`, { method, headers: { ...headers, ...(type ? { 'content-type': type } : {}) }, ...(body === undefined ? {} : { body }) });
  const computeDigest = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  for (const one of ['{}', 'layer']) expect((await send('POST', `/v2/images/app/blobs/uploads/?digest=${computeDigest(one)}`, one)).status).toBe(201);
  const part = (text: string, mediaType: string) => ({ mediaType, digest: computeDigest(text), size: text.length });
  const type = 'application/vnd.oci.image.manifest.v1+json';
  const config = part('{}', 'application/vnd.oci.image.config.v1+json');
  const manifest = JSON.stringify({ schemaVersion: 2, mediaType: type, config, layers: [part('layer', 'application/vnd.oci.image.layer.v1.tar')] });
  expect((await send('PUT', '/v2/images/app/manifests/1', manifest, type)).status).toBe(201);
  await archive('old images', ['images']);
  expect((await send('GET', '/v2/images/app/manifests/1')).status).toBe(404);
  expect((await send('GET', `/v2/images/app/blobs/${computeDigest('layer')}`)).status).toBe(404);
  const tag = (await search({ filters: { repositories: ['images'] } })).find(({ version }) => version === '1');
  await test.call(restoreArchived, { body: { repoKey: 'images', paths: [tag!.path] } });
  expect((await send('GET', '/v2/images/app/manifests/1')).status).toBe(200);
  expect(await (await send('GET', `/v2/images/app/blobs/${computeDigest('layer')}`)).text()).toBe('layer');
});

it('deletes from the archive for good, for those who manage the repository', async () => {
  const body = { repoKey: 'files', paths: ['logs/b.txt'] };
  await expect(test.call(deleteArchived, { body }, { as: 'writer' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await test.call(deleteArchived, { body })).toEqual({ files: 1 });
  await expect(test.call(restoreArchived, { body })).rejects.toMatchObject({ code: 'artifact_not_found' });
  const both = { name: 'both', olderThanDays: 1, archive: true, permanently: true };
  await expect(test.call(retention.createRetentionPolicy, { body: both })).rejects.toMatchObject({ status: 400 });
});

it('sums up what is in the archive, by repository, also of those that are gone, for administrators', async () => {
  const sums = () => test.call(sumArchived, { query: {} });
  const find = async (key: string) => (await sums()).most.find(({ repoKey }) => repoKey === key);
  await expect(test.call(sumArchived, { query: {} }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
  await test.create({ class: 'local', key: 'summed', format: 'generic' });
  for (const [path, content] of Object.entries({ 'a/one.bin': '12345', 'a/two.bin': '12345', 'b.bin': '123' })) await test.put(`summed/${path}`, content);
  const before = await sums();
  await archive('summed', ['summed']);
  expect(await find('summed')).toEqual({ repoKey: 'summed', format: 'generic', files: 3, bytes: 13 });
  const after = await sums();
  expect([after.files - before.files, after.bytes - before.bytes, after.repositories - before.repositories]).toEqual([3, 13, 1]);
  expect((await test.call(sumArchived, { query: { limit: 1 } })).most).toHaveLength(1);
  await foldArchiveSums(db);
  expect(await find('summed')).toMatchObject({ files: 3, bytes: 13 });
  await test.call(restoreArchived, { body: { repoKey: 'summed', paths: ['a/one.bin'] } });
  await test.call(deleteArchived, { body: { repoKey: 'summed', paths: ['b.bin'] } });
  expect(await find('summed')).toMatchObject({ files: 1, bytes: 5 });
  await test.call(deleteRepository, { params: { key: 'summed' }, query: { force: true } as never });
  expect(await find('summed')).toEqual({ repoKey: 'summed', format: null, files: 1, bytes: 5 });
  expect(await amendArchiveSums(db)).toEqual([]);
  await sql`insert into archive_change values ('summed', 2, 20)`.execute(db);
  expect(await amendArchiveSums(db)).toEqual([{ repoKey: 'summed', files: -2, bytes: -20 }]);
  expect(await find('summed')).toMatchObject({ files: 1, bytes: 5 });
});
