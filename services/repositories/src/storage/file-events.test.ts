import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteArtifact, setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { openEvents } from '@packhouse/testkit/event-stream.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

interface ToldEvent {
  type: string;
  data: Record<string, unknown> & { files: Record<string, unknown>[] };
}

const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const describeText = (text: string) => ({ sha256: computeSha256(text), size: text.length });

describe('what files have their followers told', () => {
  let test: RepositoryTestPlatform;
  let db: Kysely<unknown>;
  const upstream = createServer((_, answer) => answer.end('far'));
  beforeAll(async () => {
    test = await startRepositoryPlatform();
    db = openDatabase<unknown>(test.databaseUrl, 'kernel', { connections: 1 });
    for (const key of ['source', 'target']) await test.create({ class: 'local', key, format: 'generic' });
    await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    await test.create({ class: 'remote', key: 'mirror', format: 'generic', settings: { url, allowPrivate: true } });
  });
  afterAll(async () => {
    await db?.destroy();
    await test?.stop();
    upstream.closeAllConnections();
    upstream.close();
  });

  /** What happened in the course of something. */
  async function listDuring(run: () => Promise<unknown>): Promise<ToldEvent[]> {
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from kernel.event`.execute(db);
    await run();
    return (
      await sql<ToldEvent>`select type, data from kernel.event where id > ${rows[0]!.last} and type !~ '^(package|folder.created)' order by id`.execute(db)
    ).rows;
  }
  const put = async (path: string, text: string) => expect((await test.put(path, text)).status).toBe(201);
  const transfer = async (verb: 'move' | 'copy', from: string, to: string) =>
    expect((await test.ask(`api/${verb}/${from}?to=/${to}`, { method: 'POST' })).status).toBe(200);

  it('says of a deployment and of a deletion what the content was', async () => {
    expect(await listDuring(() => put('source/a/one.txt', 'one'))).toMatchObject([
      { type: 'artifact.deployed', data: { repository: 'source', class: 'local', path: 'a/one.txt', ...describeText('one'), by: 'admin' } },
    ]);
    expect(await listDuring(() => put('source/a/one.txt', 'one'))).toEqual([]);
    expect(await listDuring(() => put('source/a/one.txt', 'other'))).toMatchObject([{ type: 'artifact.deployed', data: describeText('other') }]);
    const events = await listDuring(() => test.call(deleteArtifact, { body: { repoKey: 'source', path: 'a/one.txt' } }));
    expect(events).toMatchObject([{ type: 'artifact.deleted', data: { path: 'a/one.txt', ...describeText('other'), by: 'admin' } }]);
    expect(events[0]!.data.part).toBeUndefined();
  });

  it('tells of a copy and of a move as a whole, with both paths, beside their marked parts', async () => {
    await put('source/box/a.txt', 'aaa');
    await put('source/box/deep/b.txt', 'b');
    const files = [
      { from: 'box/a.txt', to: 'new/a.txt', ...describeText('aaa') },
      { from: 'box/deep/b.txt', to: 'new/deep/b.txt', ...describeText('b') },
    ];
    const copied = await listDuring(() => transfer('copy', 'source/box', 'target/new'));
    expect(copied.map(({ type, data }) => [type, data.part])).toEqual([
      ['artifact.deployed', 'copy'],
      ['artifact.deployed', 'copy'],
      ['files.copied', undefined],
    ]);
    expect(copied[2]!.data).toEqual({ repository: 'source', class: 'local', format: 'generic', by: 'admin', target: 'target', audience: 'followers', files });
    const moved = await listDuring(() => transfer('move', 'source/box', 'target/old'));
    expect(moved.map(({ type, data }) => [type, data.part])).toEqual([
      ['artifact.deployed', 'move'],
      ['artifact.deployed', 'move'],
      ['artifact.deleted', 'move'],
      ['artifact.deleted', 'move'],
      ['files.moved', undefined],
    ]);
    expect(moved[4]!.data).toMatchObject({ target: 'target', files: files.map((file) => ({ ...file, to: file.to.replace('new', 'old') })) });
  });

  it('tells page by page of every file that goes with a large folder', async () => {
    const content = describeText('many');
    await put('source/many/0.txt', 'many');
    await sql`
      insert into repositories.artifact (repository_id, path, folder, name, sha256, lead, created_by, modified_by)
      select repository_id, 'many/' || n || '.txt', 'many', n || '.txt', sha256, false, 'admin', 'admin'
      from repositories.artifact, generate_series(1, 1000) as n where path = 'many/0.txt'`.execute(db);
    const events = await listDuring(() => test.call(deleteArtifact, { body: { repoKey: 'source', path: 'many' } }));
    expect(events.map(({ type, data }) => [type, Array.isArray(data.files) ? data.files.length : data.files])).toEqual([
      ['folder.deleted', 1001],
      ['files.deleted', 500],
      ['files.deleted', 500],
      ['files.deleted', 1],
    ]);
    const paths = events.slice(1).flatMap(({ data }) => data.files.map(({ path }) => path));
    expect(new Set(paths).size).toBe(1001);
    expect(events[1]!.data.files[0]).toMatchObject(content);
  });

  it('tells of properties by their values before and after, and only of what has changed', async () => {
    await put('source/p/a.txt', 'a');
    await put('source/p/b.txt', 'bb');
    const set = (path: string, properties: Record<string, string[]>, recursive = false) =>
      listDuring(() => test.call(setProperties, { body: { repoKey: 'source', path, set: properties, remove: [], recursive } }));
    const [told, page] = await set('p/a.txt', { level: ['low', 'mid'] });
    expect(told).toMatchObject({ type: 'artifact.properties.changed', data: { path: 'p/a.txt' } });
    expect(page).toMatchObject({
      type: 'properties.changed',
      data: { audience: 'followers', files: [{ path: 'p/a.txt', ...describeText('a'), changes: [{ key: 'level', before: [], after: ['low', 'mid'] }] }] },
    });
    const [, below] = await set('p', { level: ['mid', 'high'] }, true);
    expect(below!.data.files).toMatchObject([
      { path: 'p', changes: [{ key: 'level', before: [], after: ['mid', 'high'] }] },
      { path: 'p/a.txt', changes: [{ key: 'level', before: ['mid', 'low'], after: ['mid', 'high'] }] },
      { path: 'p/b.txt', size: 2, changes: [{ key: 'level', before: [], after: ['mid', 'high'] }] },
    ]);
    expect((await set('p', { level: ['mid', 'high'] }, true)).map(({ type }) => type)).toEqual(['artifact.properties.changed']);
    const removed = await listDuring(() => test.call(setProperties, { body: { repoKey: 'source', path: 'p/b.txt', set: {}, remove: ['level', 'none'] } }));
    expect(removed[1]!.data.files).toMatchObject([{ path: 'p/b.txt', changes: [{ key: 'level', after: [] }] }]);
    expect(new Set((removed[1]!.data.files[0]!.changes as { before: string[] }[])[0]!.before)).toEqual(new Set(['mid', 'high']));
    const again = await listDuring(() => put('source/p/b.txt;level=new', 'bb'));
    expect(again).toMatchObject([
      { type: 'properties.changed', data: { files: [{ path: 'p/b.txt', changes: [{ key: 'level', before: [], after: ['new'] }] }] } },
    ]);
  });

  it('says of what a remote repository keeps what it is', async () => {
    const events = await listDuring(async () => expect(await (await test.ask('mirror/far/x.txt')).text()).toBe('far'));
    expect(events).toMatchObject([{ type: 'artifact.cached', data: { repository: 'mirror', class: 'remote', path: 'far/x.txt', ...describeText('far') } }]);
  });

  it('shows nobody who watches what is for followers', async () => {
    const stream = await openEvents(test, 'admin');
    await put('source/watched/a.txt', 'a');
    await transfer('move', 'source/watched/a.txt', 'target/watched/a.txt');
    await put('source/watched/last.txt', 'last');
    await stream.until(({ data }) => data.data?.path === 'watched/last.txt');
    expect(stream.messages.map(({ data }) => data.type)).not.toContain('files.moved');
    expect(stream.messages.some(({ data }) => data.type === 'artifact.deleted')).toBe(true);
    stream.close();
  });
});
