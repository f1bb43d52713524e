import { packageDetailsQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { packageMigration, queryPackage } from '@packhouse/contract/repositories/package-routes.ts';
import { packTar } from '@packhouse/formats/test-fixtures.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { repositoriesService } from '../service.ts';

/** What `cargo publish` sends. */
async function makeCrate(): Promise<Buffer> {
  const crate = await packTar({ 'hello-1.0.0/Cargo.toml': '[package]\nname = "hello"\nlicense = "MIT/ISC"\n' });
  const metadata = Buffer.from(JSON.stringify({ name: 'hello', vers: '1.0.0', deps: [], features: {}, license: 'MIT/ISC', keywords: ['hello'] }));
  const count = (bytes: Buffer) => Buffer.from(Uint32Array.of(bytes.length).buffer);
  return Buffer.concat([count(metadata), metadata, count(crate), crate]);
}

it('PKG-056 PKG-057 reads packages again after an upgrade of their reader, and says so meanwhile', async () => {
  const first = await startRepositoryPlatform({ jobs: false });
  const db = openDatabase<RepositoriesSchema>(first.databaseUrl, 'repositories', { connections: 1 });
  const progress = (platform: Pick<typeof first, 'call'> = first) => platform.call(packageMigration, {});
  const known = async (platform: Pick<typeof first, 'call'>) => {
    const { data } = await platform.call(queryPackage, { body: { query: packageDetailsQuery.text, variables: { id: 'npm://tool' } } });
    return packageDetailsQuery.data.parse(data).package;
  };
  const facts = async () => (await db.selectFrom('version').select('facts').executeTakeFirstOrThrow()).facts;
  try {
    await first.create({ class: 'local', key: 'js', format: 'npm' });
    await first.create({ class: 'local', key: 'images', format: 'docker' });
    await first.ask('api/npm/js/tool', { method: 'PUT', body: await npmPublishBody('tool', '1.0.0'), headers: { 'content-type': 'application/json' } });
    const read = await facts();
    const none = { running: false, total: 0, done: 0 };
    const same = await startTestPlatform({ services: [repositoriesService], joins: first, jobs: false });
    expect(await progress(same)).toEqual(none);
    await same.stop();

    // As the version before this one would have left it.
    await db.updateTable('repository').set({ reader_revision: 0 }).where('key', '=', 'js').execute();
    // Its reader did not know these files for packages.
    await sql`update artifact set version_id = null, lead = false`.execute(db);
    await sql`delete from package`.execute(db);
    const upgraded = await startTestPlatform({ services: [repositoriesService], joins: first, jobs: false });
    expect(await progress(upgraded)).toEqual({ running: true, total: 1, done: 0 });
    expect(await known(upgraded)).toBeNull();
    await upgraded.stop();
    const working = await startTestPlatform({ services: [repositoriesService], joins: first });
    await expect.poll(() => progress(working)).toEqual(none);
    expect(await facts()).toEqual(read);
    expect(await known(working)).toMatchObject({ name: 'tool', versionsCount: 1 });
    await working.stop();
  } finally {
    await db.destroy();
    await first.stop();
  }
});

it('what was said of packages after they came stays when they are read again, and what published them said', async () => {
  const first = await startRepositoryPlatform({ jobs: false });
  const db = openDatabase<RepositoriesSchema>(first.databaseUrl, 'repositories', { connections: 1 });
  const facts = async () => (await db.selectFrom('version').select('facts').orderBy('id').execute()).map((row) => row.facts);
  try {
    await first.create({ class: 'local', key: 'js', format: 'npm' });
    await first.create({ class: 'local', key: 'crates', format: 'cargo' });
    await first.ask('api/npm/js/tool', { method: 'PUT', body: await npmPublishBody('tool', '1.0.0'), headers: { 'content-type': 'application/json' } });
    await first.ask('api/cargo/crates/api/v1/crates/new', { method: 'PUT', body: (await makeCrate()) as BodyInit });
    await sql`update version set facts = facts || '{"deprecated": "Take the other", "yanked": true}'`.execute(db);
    const read = await facts();
    expect(read[1]).toMatchObject({ licenses: ['MIT OR ISC'], tags: ['hello'], native: { vers: '1.0.0' } });
    // As the version before this one would have left it.
    await sql`update version set facts = facts || '{"licenses": ["MIT", "ISC"]}' where facts ? 'native' and facts->'native' ? 'cksum'`.execute(db);
    await db.updateTable('repository').set({ reader_revision: 0 }).execute();
    const working = await startTestPlatform({ services: [repositoriesService], joins: first });
    await expect.poll(() => working.call(packageMigration, {})).toMatchObject({ running: false });
    expect(await facts()).toEqual(read);
    await working.stop();
  } finally {
    await db.destroy();
    await first.stop();
  }
});
