import { createHash } from 'node:crypto';
import { listGarbageRuns, readBlobReferences, readGarbageState, startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RepositoriesSchema } from '../schema.ts';
import { repositoriesService } from '../service.ts';
import { collectGarbage } from './garbage.ts';
import { holdOffGarbage } from './hold-off-garbage.ts';

let test: TestPlatform;
let db: Kysely<RepositoriesSchema>;

beforeAll(async () => {
  test = await startTestPlatform({ services: [repositoriesService] });
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories');
  await test.call(createRepository, { body: { class: 'local', key: 'files', format: 'generic' } });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const address = (path: string) => `${test.baseUrl}/artifactory/files/${path}`;
const headers = () => test.headersOf('admin');
const put = (path: string, body: string) => fetch(address(path), { method: 'PUT', body, headers: headers() });
const collect = (options: Partial<Parameters<typeof collectGarbage>[1]> = {}) =>
  collectGarbage({ db, platform: test.platform }, { dryRun: false, grace: -1000, ...options });

/** Takes an artifact away for good: its row and its entry in the trash. */
async function erase(path: string): Promise<void> {
  await db.deleteFrom('artifact').where('path', '=', path).execute();
}

describe('garbage collection', () => {
  it('CORE-008 frees what nothing refers to after two runs, and nothing else', async () => {
    await put('kept.txt', 'kept');
    await put('gone.txt', 'gone');
    await erase('gone.txt');
    const dry = await collect({ dryRun: true });
    expect(dry).toMatchObject({ condemned: 1, condemnedBytes: 4, freed: 0 });
    expect(await collect()).toMatchObject({ condemned: 1, freed: 0 });
    expect(await test.platform.blobs.size(sha256('gone'))).toBe(4);
    expect(await collect()).toMatchObject({ freed: 1, freedBytes: 4 });
    expect(await test.platform.blobs.size(sha256('gone'))).toBeUndefined();
    expect(await (await fetch(address('kept.txt'), { headers: headers() })).text()).toBe('kept');
  });

  it('spares a blob that something refers to again', async () => {
    await put('again-1.txt', 'again');
    await erase('again-1.txt');
    expect(await collect()).toMatchObject({ condemned: 1 });
    await put('again-2.txt', 'again');
    expect(await collect()).toMatchObject({ freed: 0 });
    expect(await (await fetch(address('again-2.txt'), { headers: headers() })).text()).toBe('again');
  });

  it('waits while a backup copies what is there, and says so', async () => {
    let isWaiting = false;
    const run = await holdOffGarbage(
      test.databaseUrl,
      () => {
        isWaiting = true;
      },
      async () => {
        expect(await collect()).toBeUndefined();
        const started = await test.call(startGarbageRun, { body: { dryRun: false } });
        await expect.poll(async () => (await test.call(listGarbageRuns, {})).items.find(({ id }) => id === started.id)?.status).toBe('failed');
        return (await test.call(listGarbageRuns, {})).items.find(({ id }) => id === started.id);
      },
    );
    expect(run?.message).toContain('A backup is under way');
    const broken = holdOffGarbage(
      test.databaseUrl,
      () => undefined,
      async (requireHeld) => {
        await requireHeld();
        await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and pid <> pg_backend_pid()`.execute(db);
        await requireHeld();
      },
    );
    // Which words come depends on what the client hears first: the server's farewell or the closed connection.
    await expect(broken).rejects.toThrow(/terminat|connection|EPIPE|ECONNRESET/iu);
    expect(isWaiting).toBe(false);
    // The database lets go of a lock only when it has seen that its holder is gone.
    await expect.poll(collect).toMatchObject({ freed: 0 });
  });

  it('CORE-008 never takes the bytes of an upload that goes on at the same time', async () => {
    const contents = Array.from({ length: 8 }, (_, index) => `content ${index}`);
    let pushing = true;
    let runs = 0;
    const collecting = (async () => {
      let freed = 0;
      for (; pushing; runs++) freed += (await collect())?.freed ?? 0;
      return freed;
    })();
    for (let round = 0; round < 25; round++) {
      const paths = contents.map((_, index) => `race/${round}-${index}.txt`);
      const answers = await Promise.all(contents.map((content, index) => put(paths[index]!, content)));
      for (const answer of answers) expect(answer.status).toBe(201);
      const read = await Promise.all(paths.map(async (path) => (await fetch(address(path), { headers: headers() })).text()));
      expect(read).toEqual(contents);
      await Promise.all(paths.map(erase));
      // The next push meets another moment each time: nothing condemned yet, being condemned, being deleted, all gone.
      const erasedAt = runs;
      await expect.poll(() => runs, { interval: 1 }).toBeGreaterThanOrEqual(erasedAt + (round % 4));
    }
    pushing = false;
    // The race is only a race when the collection really took blobs between the pushes.
    expect(await collecting).toBeGreaterThan(0);
  });

  it('adopts bytes that a crash left without a row, and frees them after the grace period', async () => {
    const staged = await test.platform.blobs.stage((await import('node:stream')).Readable.from([Buffer.from('stray')]));
    await staged.promote();
    await collect();
    await collect();
    expect(await test.platform.blobs.size(sha256('stray'))).toBeUndefined();
  });

  it('runs once at a time', async () => {
    await db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(7301994)`.execute(other);
      expect(await collect()).toBeUndefined();
      await sql`select pg_advisory_unlock(7301994)`.execute(other);
    });
  });

  it('CORE-008 reports what a run found and what refers to a blob', async () => {
    await put('report.txt', 'report');
    await test.call(startGarbageRun, { body: { dryRun: true } });
    await expect.poll(async () => (await test.call(listGarbageRuns, {})).items[0]?.status).toBe('finished');
    expect((await test.call(listGarbageRuns, {})).items[0]).toMatchObject({ dryRun: true, requestedBy: 'admin', freed: 0 });
    const references = await test.call(readBlobReferences, { params: { sha256: sha256('report') } });
    expect(references).toMatchObject({ size: 6, references: [{ kind: 'artifact', repositoryKey: 'files', path: 'report.txt' }] });
    await expect(test.call(startGarbageRun, { body: {} }, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('LEAD-004 CORE-008 tells how much is on its way out, and how much has gone', async () => {
    const before = await test.call(readGarbageState, {});
    await put('state-1.txt', 'on its way');
    await put('state-2.txt', 'kept again');
    await erase('state-1.txt');
    await erase('state-2.txt');
    await collect();
    const marked = await test.call(readGarbageState, {});
    expect(marked).toMatchObject({ graceHours: 23, due: before.due });
    expect(marked.condemned).toEqual({ contents: before.condemned.contents + 2, bytes: before.condemned.bytes + 20 });
    await sql`update blob set condemned_at = now() - interval '23 hours 50 minutes' where sha256 in (${sha256('on its way')}, ${sha256('kept again')})`.execute(
      db,
    );
    await put('state-3.txt', 'kept again');
    expect((await test.call(readGarbageState, {})).due).toEqual({ contents: before.due.contents + 1, bytes: before.due.bytes + 10 });
    const { id } = await test.call(startGarbageRun, { body: { dryRun: false } });
    await expect.poll(async () => (await test.call(listGarbageRuns, {})).items.find((run) => run.id === id)?.status).toBe('finished');
    const after = await test.call(readGarbageState, {});
    expect(after.freed.contents).toBeGreaterThan(before.freed.contents);
    expect(after.due.contents).toBe(0);
    await expect(test.call(readGarbageState, {}, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
