import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSetup } from '../client-platform.ts';
import { type CondaRoom, openCondaRoom } from './conda-room.ts';

let room: CondaRoom;

beforeAll(async () => {
  room = await openCondaRoom();
});
afterAll(() => room?.stop());

interface Repodata {
  packages: Record<string, object>;
  'packages.conda': Record<string, object>;
}

async function readListing(key: string, folder: string): Promise<Repodata> {
  const answer = await room.golden.server.ask(`api/conda/${key}/${folder}/repodata.json`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Repodata;
}

const said = (prefix: string, name: string) => readFile(join(prefix, `share/${name}/said.txt`), 'utf8');

/** An upstream of plain files, which has nothing but `repodata.json`. */
async function serveFiles(folder: string): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    const path = (request.url ?? '').slice(1);
    asked.push(path);
    readFile(join(folder, path)).then(
      (bytes) => answer.end(bytes),
      () => answer.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('conda channels', () => {
  it('FMT-101 publishes and installs exactly as Set Me Up shows', async () => {
    const { golden, work } = room;
    const { bytes } = await room.pack({ name: 'mypackage', version: '1.0.0' });
    await work.write({ 'setup/package/.keep': '' });
    await writeFile(join(work.path, 'setup/package/mypackage-1.0.0-0.conda'), bytes);
    const prefix = join(work.path, 'setup/environment/prefix');
    const env = { PATH: `${await room.makeCommand()}:${process.env.PATH ?? ''}`, CONDA_PREFIX: prefix };
    const folders = { publish: 'package', resolve: '.' };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: join(work.path, 'setup'), folders, env });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(await said(prefix, 'mypackage')).toBe('mypackage 1.0.0\n');
    expect(await readFile(join(work.path, 'setup/.condarc'), 'utf8')).not.toContain(golden.server.token);
  });

  it('FMT-019 installs what an upstream has, beside our own, of both kinds, for any machine and for one', async () => {
    const { golden } = room;
    await room.publish('upstream', golden.honest, { name: 'theirbase', version: '0.2', isOld: true });
    await room.publish('upstream', golden.honest, { name: 'theirtool', version: '1.2.0', build: 'h1_3', subdir: 'linux-64', depends: ['theirbase >=0.2,<1'] });
    await room.publish('server', golden.local, { name: 'ourtool', version: '3.0', depends: ['theirtool'] });
    const theirs = { theirbase: '0.2 0', theirtool: '1.2.0 h1_3' };
    expect((await room.install(room.channel(golden.remote), 'theirtool')).installed).toEqual(theirs);
    const { installed, prefix } = await room.install(room.channel(golden.virtual), 'ourtool');
    expect(installed).toEqual({ ...theirs, ourtool: '3.0 0' });
    expect(await said(prefix, 'theirbase')).toBe('theirbase 0.2\n');
    expect(await said(prefix, 'ourtool')).toBe('ourtool 3.0\n');
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    const { golden } = room;
    await room.publish('upstream', golden.hostile, { name: 'mypackage', version: '99.0.0' });
    expect((await room.install(room.channel(golden.virtual), 'mypackage')).installed).toEqual({ mypackage: '1.0.0 0' });
    expect((await golden.server.ask(`api/conda/${golden.virtual}/noarch/mypackage-99.0.0-0.conda`)).status).toBe(404);
    expect((await room.install(room.channel(golden.hostile), 'mypackage')).installed).toEqual({ mypackage: '99.0.0 0' });
  });

  it('FMT-019 lists what the client’s own indexer lists, in each spelling', async () => {
    const { golden, work } = room;
    const key = 'conda-compared';
    await golden.server.call(createRepository, { body: { class: 'local', key, format: 'conda' } });
    for (const of of [
      { name: 'compared', version: '1.0', depends: ['other >=1'] },
      { name: 'compared', version: '1!0.5.post2', build: 'py_1' },
      { name: 'compared-too', version: '2.0', isOld: true },
    ]) {
      const { bytes, file, folder } = await room.pack(of);
      await work.write({ [`channel/${folder}/.keep`]: '' });
      await writeFile(join(work.path, 'channel', folder, file), bytes);
      const answer = await golden.server.ask(`api/conda/${key}/${file}`, { method: 'PUT', body: new Uint8Array(bytes) });
      expect(answer.status, await answer.text()).toBe(201);
    }
    await room.index(join(work.path, 'channel'));
    const told = JSON.parse(await readFile(join(work.path, 'channel/noarch/repodata.json'), 'utf8')) as Repodata;
    const own = await readListing(key, 'noarch');
    expect(Object.keys(own['packages.conda'])).toHaveLength(2);
    // When each came into its channel is another moment here than there.
    const anyTime = (packages: Record<string, object>) =>
      Object.fromEntries(Object.entries(packages).map(([name, record]) => [name, { ...record, indexed_timestamp: expect.any(Number) as number }]));
    expect(own.packages).toEqual(anyTime(told.packages));
    expect(own['packages.conda']).toEqual(anyTime(told['packages.conda']));
    const packed = await golden.server.ask(`api/conda/${key}/noarch/repodata.json.zst`, { headers: { 'accept-encoding': 'gzip' } });
    expect(JSON.parse(zstdDecompressSync(await packed.bytes()).toString())).toEqual(own);
    const newest = (await (await golden.server.ask(`api/conda/${key}/noarch/current_repodata.json`)).json()) as Repodata;
    expect(Object.keys({ ...newest.packages, ...newest['packages.conda'] })).toEqual(['compared-too-2.0-0.tar.bz2', 'compared-1!0.5.post2-py_1.conda']);
    expect(Object.keys((await readListing(key, 'win-64')).packages)).toEqual([]);
  });

  it('FMT-019 takes what is removed out of the listing', async () => {
    const { golden } = room;
    for (const version of ['1.9', '1.10']) await room.publish('server', golden.local, { name: 'leaving', version });
    expect((await room.install(room.channel(golden.virtual), 'leaving')).installed).toEqual({ leaving: '1.10 0' });
    const removed = await golden.server.ask(`api/conda/${golden.local}/noarch/leaving-1.10-0.conda`, { method: 'DELETE' });
    expect(removed.status).toBeLessThan(300);
    expect((await room.install(room.channel(golden.virtual), 'leaving')).installed).toEqual({ leaving: '1.9 0' });
  });

  it('FMT-019 reads an upstream that has no packed listing, and keeps its packages elsewhere', async () => {
    const { golden, work } = room;
    const { bytes, file } = await room.pack({ name: 'plain', version: '1.0', isOld: true });
    await work.write({ 'plain/noarch/.keep': '', 'plain/files/.keep': '' });
    await writeFile(join(work.path, 'plain/noarch', file), bytes);
    await writeFile(join(work.path, 'plain/files', file), bytes);
    await room.index(join(work.path, 'plain'));
    const at = join(work.path, 'plain/noarch/repodata.json');
    await writeFile(at, JSON.stringify({ ...JSON.parse(await readFile(at, 'utf8')), info: { subdir: 'noarch', base_url: '../files/' } }));
    const { server, url, asked } = await serveFiles(join(work.path, 'plain'));
    try {
      await golden.server.call(createRepository, { body: { class: 'remote', key: 'conda-plain', format: 'conda', settings: { url, allowPrivate: true } } });
      expect((await room.install(room.channel('conda-plain'), 'plain')).installed).toEqual({ plain: '1.0 0' });
      expect(asked).toContain(`files/${file}`);
      expect(asked).not.toContain(`noarch/${file}`);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('FMT-019 refuses strangers, and other bytes of a build that is there', async () => {
    const { golden } = room;
    const address = golden.server.protocol(golden.local, 'conda');
    await expect(room.install(address, 'mypackage')).rejects.toThrow(/401|403/);
    const { bytes, file } = await room.pack({ name: 'mypackage', version: '1.0.0', depends: ['other'] });
    const answer = await golden.server.ask(`api/conda/${golden.local}/noarch/${file}`, { method: 'PUT', body: new Uint8Array(bytes) });
    expect([403, 409]).toContain(answer.status);
  });
});
