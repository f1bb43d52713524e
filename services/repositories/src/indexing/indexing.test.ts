import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { packDeb } from '@packhouse/formats/debian/test-deb.ts';
import { packTar } from '@packhouse/formats/test-fixtures.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { getBucket, refreshEntries } from './index-entries.ts';

let test: RepositoryTestPlatform;
let db: Kysely<Record<string, never>>;

beforeAll(async () => {
  test = await startRepositoryPlatform({ jobs: false });
  db = openDatabase(test.databaseUrl, 'repositories', { connections: 2 });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const deb = async (name: string, version = '1.0') =>
  new Uint8Array(packDeb(await packTar({ control: `Package: ${name}\nVersion: ${version}\nArchitecture: amd64\nMaintainer: T\nDescription: A package\n` })));
async function publish(key: string, name: string, version = '1.0'): Promise<void> {
  const answer = await test.put(`${key}/pool/${name}_${version}_amd64.deb;deb.distribution=stable;deb.component=main`, await deb(name, version));
  expect(answer.status, await answer.text()).toBe(201);
}
async function listed(key: string): Promise<string[]> {
  expect((await test.ask(`${key}/dists/stable/InRelease`)).status).toBe(200);
  return shown(key);
}
/** One document alone, by the one request. */
async function shown(key: string): Promise<string[]> {
  const answer = await test.ask(`${key}/dists/stable/main/binary-amd64/Packages.gz`);
  return [
    ...gunzipSync(Buffer.from(await answer.arrayBuffer()))
      .toString()
      .matchAll(/^Package: (.*)$/gm),
  ]
    .map(([, name = '']) => name)
    .sort();
}

/** As if these packages had been published one by one, without the hour that would take. */
async function fill(key: string, count: number): Promise<void> {
  const stanza = (name: string) =>
    `Package: ${name}\nVersion: 1.0\nArchitecture: amd64\nMaintainer: Somebody <somebody@example.org>\nDescription: ${'A package with a description of ordinary length. '.repeat(4)}${name}\n ${createHash('sha512').update(name).digest('hex')}\nFilename: pool/${name}_1.0_amd64.deb\nSize: 1000\nSHA256: ${createHash('sha256').update(name).digest('hex')}\n\n`;
  const names = Array.from({ length: count }, (_, at) => `filler-${at}`);
  await sql`
    with repo as (select id from repository where key = ${key}), any_blob as (select sha256 from blob limit 1), name as (
      select * from unnest(${names}::text[], ${names.map(getBucket)}::smallint[], ${names.map(stanza)}::text[]) as name(name, bucket, body)
    ), made as (
      insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by)
      select repo.id, 'pool/' || name.name || '_1.0_amd64.deb', 'pool', name.name || '_1.0_amd64.deb', any_blob.sha256, 'test', 'test' from name, repo, any_blob returning id, path
    ), entered as (
      insert into index_entry (artifact_id, repository_id, scope, list, bucket, package, key, body)
      select made.id, repo.id, 'stable', 'main/binary-amd64', name.bucket, name.name, name.name, name.body
      from made join name on made.path = 'pool/' || name.name || '_1.0_amd64.deb', repo
    )
    insert into index_change (repository_id, scope, list, bucket) select distinct repo.id, 'stable', 'main/binary-amd64', name.bucket from name, repo`.execute(
    db,
  );
}

describe('listings of many packages', () => {
  it('shows every package of a burst of publishers, each once', async () => {
    await test.create({ class: 'local', key: 'burst', format: 'debian' });
    const names = Array.from({ length: 24 }, (_, at) => `burst-${at}`);
    const seen = Promise.all(
      Array.from({ length: 6 }, async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
        await test.ask('burst/dists/stable/InRelease');
      }),
    );
    await Promise.all(names.map((name) => publish('burst', name)));
    await seen;
    expect(await listed('burst')).toEqual(names.toSorted());
  });

  it('waits for a build that began after it was asked for, when one is under way that began before', async () => {
    await test.create({ class: 'local', key: 'joined', format: 'debian' });
    await publish('joined', 'one');
    expect(await listed('joined')).toEqual(['one']);
    await publish('joined', 'two');
    const early = await db.transaction().execute(async (tx) => {
      // Whoever builds now has read what there is, and waits here before it is in place.
      await sql`select from index_scope where repository_id = (select id from repository where key = 'joined') for update`.execute(tx);
      const reading = shown('joined');
      await expect.poll(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length).toBeGreaterThan(0);
      await publish('joined', 'three');
      const late = shown('joined');
      // Time for it to join the one that is under way.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { reading, late };
    });
    await early.reading;
    expect(await early.late).toEqual(['one', 'three', 'two']);
  });

  it('moves a package to another suite with its properties', async () => {
    await test.create({ class: 'local', key: 'moving', format: 'debian' });
    await publish('moving', 'one');
    await publish('moving', 'two');
    expect(await listed('moving')).toEqual(['one', 'two']);
    await test.call(setProperties, { body: { repoKey: 'moving', path: 'pool/two_1.0_amd64.deb', set: { 'deb.distribution': ['testing'] } } });
    expect(await listed('moving')).toEqual(['one']);
    expect((await test.ask('moving/dists/testing/Release')).status).toBe(200);
  });

  it('refuses a package, and a change of its properties, that would stand in more suites than one may', async () => {
    await test.create({ class: 'local', key: 'wide', format: 'debian' });
    const suites = Array.from({ length: 101 }, (_, at) => `suite-${at}`);
    const uploaded = await test.put(`wide/pool/many_1.0_amd64.deb;deb.distribution=${suites.join(',')}`, await deb('many'));
    expect(uploaded.status).toBe(400);
    expect(await uploaded.text()).toContain('100 at most');
    expect((await test.ask('wide/pool/many_1.0_amd64.deb')).status).toBe(404);
    await publish('wide', 'one');
    const change = (path: string, recursive: boolean) =>
      test.call(setProperties, { body: { repoKey: 'wide', path, recursive, set: { 'deb.distribution': suites } } });
    await expect(change('pool/one_1.0_amd64.deb', false)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(change('pool', true)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await listed('wide')).toEqual(['one']);
    expect((await test.ask('wide/dists/suite-0/Release')).status).toBe(404);
  });

  it('lists a package nowhere that was given too many suites before that was refused, and goes on', async () => {
    await test.create({ class: 'local', key: 'before', format: 'debian' });
    await publish('before', 'many');
    await publish('before', 'one');
    const { rows } = await sql<{
      id: number;
    }>`select a.id from artifact a join repository r on r.id = repository_id where r.key = 'before' order by path`.execute(db);
    const [many] = rows;
    await sql`insert into property (artifact_id, key, value) select ${many?.id}, 'deb.distribution', 'suite-' || at from generate_series(1, 101) at`.execute(
      db,
    );
    const repository = (await sql`select * from repository where key = 'before'`.execute(db)).rows[0] as never;
    const refused: string[] = [];
    const context = { db, platform: test.platform } as never;
    const ids = rows.map(({ id }) => Number(id));
    await db.transaction().execute((tx) => refreshEntries(context, tx as never, repository, ids, (path) => refused.push(path)));
    expect(refused).toEqual(['pool/many_1.0_amd64.deb']);
    expect(await listed('before')).toEqual(['one']);
  });

  it('lists every package of a folder anew whose properties change, part by part', async () => {
    await test.create({ class: 'local', key: 'parts', format: 'debian' });
    const names = Array.from({ length: 60 }, (_, at) => `part-${String(at).padStart(2, '0')}`);
    for (const name of names) await publish('parts', name);
    await test.call(setProperties, { body: { repoKey: 'parts', path: 'pool', recursive: true, set: { 'deb.component': ['main', 'extra'] } } });
    expect(await listed('parts')).toEqual(names);
    const extra = await test.ask('parts/dists/stable/extra/binary-amd64/Packages.gz');
    expect(
      gunzipSync(Buffer.from(await extra.arrayBuffer()))
        .toString()
        .match(/^Package: /gm),
    ).toHaveLength(names.length);
  });

  it('says by its head exactly what the documents hold', async () => {
    await test.create({ class: 'local', key: 'exact', format: 'debian' });
    await publish('exact', 'one');
    const release = await (await test.ask('exact/dists/stable/Release')).text();
    const [, sum = '', size = ''] = /([0-9a-f]{64})\s+(\d+) main\/binary-amd64\/Packages$/m.exec(release) ?? [];
    const [, packedSum = ''] = /([0-9a-f]{64})\s+\d+ main\/binary-amd64\/Packages\.gz$/m.exec(release) ?? [];
    const answer = await test.ask(`exact/dists/stable/main/binary-amd64/by-hash/SHA256/${packedSum}`);
    const raw = gunzipSync(Buffer.from(await answer.arrayBuffer()));
    expect(createHash('sha256').update(raw).digest('hex')).toBe(sum);
    expect(raw.length).toBe(Number(size));
  });

  it('makes one piece of a large listing anew when one package changes', async () => {
    await test.create({ class: 'local', key: 'large', format: 'debian' });
    await publish('large', 'first');
    await fill('large', 10_000);
    expect(await listed('large')).toHaveLength(10_001);
    const pieces = async () => {
      const { rows } = await sql<{ place: string; digest: string }>`
        select concat_ws(' ', scope, list, bucket) as place, digest from index_bucket join repository on repository.id = repository_id where key = 'large'`.execute(
        db,
      );
      return new Map(rows.map(({ place, digest }) => [place, digest]));
    };
    const before = await pieces();
    expect(before.size).toBeGreaterThan(200);
    await publish('large', 'changing');
    expect(await listed('large')).toHaveLength(10_002);
    const after = await pieces();
    expect([...after].filter(([place, digest]) => before.get(place) !== digest)).toHaveLength(1);
    expect(after.size).toBe(before.size);
  });
});
