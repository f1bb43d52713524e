import * as contract from '@packhouse/contract/repositories/retention-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { removeArtifacts } from '../storage/removal.ts';

let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;

beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 2 });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

type Selection = z.input<typeof contract.RetentionSelection>;

const age = (like: string, days: number) => sql`update artifact set modified_at = now() - make_interval(days => ${days}) where path like ${like}`.execute(db);
const used = (like: string, days: number) =>
  sql`update artifact set last_downloaded_at = now() - make_interval(days => ${days}) where path like ${like}`.execute(db);
const preview = (selection: Selection, page: { after?: string; limit?: number } = {}) => test.call(contract.previewRetention, { body: { selection, ...page } });
const doomed = async (selection: Selection) => (await preview(selection)).items.map(({ path, package: name, version }) => (name ? `${name}@${version}` : path));
const publish = async (name: string, version: string) =>
  expect(
    (await test.ask(`api/npm/js/${name}`, { method: 'PUT', body: await npmPublishBody(name, version), headers: { 'content-type': 'application/json' } }))
      .status,
  ).toBe(201);
const status = async (path: string) => (await test.ask(path, { method: 'HEAD' })).status;

async function run(input: z.input<typeof contract.RetentionPolicyInput>): Promise<contract.RetentionRun> {
  const policy = await test.call(contract.createRetentionPolicy, { body: input });
  const { id } = await test.call(contract.runRetentionPolicy, { params: { id: policy.id } });
  let found: contract.RetentionRun | undefined;
  await expect
    .poll(async () => {
      found = (await test.call(contract.listRetentionRuns, {})).items.find((one) => one.id === id);
      return found?.finishedAt;
    })
    .toBeDefined();
  return found!;
}

describe('retention', () => {
  it('CORE-009 shows before anything happens what a policy by age, last download, pattern and property takes away', async () => {
    for (const name of ['old/a.txt', 'old/used.txt', 'old/held.txt;keep=yes', 'old/skip.log', 'new.txt']) await test.put(`files/${name}`, name);
    await age('old/%', 40);
    await used('old/used.txt', 3);
    const selection: Selection = { repositoryKeys: ['files'], olderThanDays: 30 };
    const all = await preview(selection);
    expect(all).toMatchObject({ total: 4, files: 4, next: null });
    expect(all.bytes).toBe(all.items.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(await doomed({ ...selection, unusedForDays: 30, keepProperties: [{ key: 'keep' }], excludePatterns: ['**/*.log'] })).toEqual(['old/a.txt']);
    expect(await doomed({ ...selection, withProperties: [{ key: 'keep', value: 'yes' }] })).toEqual(['old/held.txt']);
    expect(await doomed({ ...selection, withProperties: [{ key: 'keep', value: 'no' }] })).toEqual([]);
    expect(await doomed({ ...selection, includePatterns: ['new*'] })).toEqual([]);
    expect(await doomed({ formats: ['npm'], olderThanDays: 30 })).toEqual([]);
    const first = await preview(selection, { limit: 3 });
    const second = await preview(selection, { limit: 3, after: first.next! });
    expect([...first.items, ...second.items].map(({ path }) => path)).toEqual(all.items.map(({ path }) => path));
    expect(await status('files/old/a.txt')).toBe(200);
  });

  it('CORE-009 keeps the newest versions of each package and moves the others to the trash', async () => {
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) await publish('tool', version);
    await publish('other', '1.0.0');
    await age('%tool-1.0.0%', 20);
    await age('%tool-1.1.0%', 10);
    const selection: Selection = { repositoryKeys: ['js'], keepVersions: 1 };
    expect(await doomed(selection)).toEqual(['tool@1.0.0', 'tool@1.1.0']);
    expect(await doomed({ ...selection, olderThanDays: 15 })).toEqual(['tool@1.0.0']);
    expect(await run({ name: 'one of each', ...selection })).toMatchObject({ status: 'finished', items: 2, files: 2, requestedBy: 'admin' });
    const { versions } = (await (await test.ask('api/npm/js/tool')).json()) as { versions: object };
    expect(Object.keys(versions)).toEqual(['2.0.0']);
    expect(await db.selectFrom('trash').select(['path', 'deleted_by']).where('repository_key', '=', 'js').execute()).toHaveLength(2);
  });

  it('CORE-009 leaves nothing in the trash when told so, and runs by itself when it is due', async () => {
    await test.put('files/tmp/x.txt', 'x');
    await age('tmp/%', 9);
    expect(
      await run({ name: 'for good', every: 'week', repositoryKeys: ['files'], includePatterns: ['tmp/**'], olderThanDays: 7, permanently: true }),
    ).toMatchObject({
      items: 1,
      bytes: 1,
    });
    expect(await status('files/tmp/x.txt')).toBe(404);
    expect(await db.selectFrom('trash').select('id').where('path', 'like', 'tmp/%').execute()).toEqual([]);
    await test.put('files/tmp/y.txt', 'y');
    await age('tmp/%', 9);
    await test.platform.jobs.add('apply-retention', {});
    await expect.poll(() => status('files/tmp/y.txt')).toBe(404);
    const [last] = (await test.call(contract.listRetentionRuns, {})).items;
    expect(last).toMatchObject({ policyName: 'for good', requestedBy: 'schedule' });
  });

  it('CORE-009 ends a run that somebody cancels, and says who did', async () => {
    const policy = await test.call(contract.createRetentionPolicy, { body: { name: 'cancelled', repositoryKeys: ['files'], olderThanDays: 3000 } });
    const { rows } = await sql<{ id: number }>`
      insert into retention_run (policy_id, policy_name, requested_by) values (${policy.id}, 'cancelled', 'admin') returning id`.execute(db);
    const params = { id: rows[0]!.id };
    await expect(test.call(contract.cancelRetentionRun, { params }, { as: 'somebody' })).rejects.toMatchObject({ code: 'forbidden' });
    const ended = await test.call(contract.cancelRetentionRun, { params });
    expect(ended).toMatchObject({ status: 'failed', reason: 'retention_cancelled', values: { user: 'admin' } });
    expect(ended.finishedAt).toBeDefined();
    await expect(test.call(contract.cancelRetentionRun, { params })).rejects.toMatchObject({ code: 'conflict' });
    await expect(test.call(contract.cancelRetentionRun, { params: { id: 999_999 } })).rejects.toMatchObject({ code: 'not_found' });
    // The job that comes to it afterwards takes nothing away, and leaves it as it is.
    await test.put('files/ancient.txt', 'a');
    await age('ancient.txt', 4000);
    await test.platform.jobs.add('apply-retention', { runId: params.id });
    const next = await test.call(contract.runRetentionPolicy, {
      params: { id: (await test.call(contract.createRetentionPolicy, { body: { name: 'after it', repositoryKeys: ['js'], olderThanDays: 3000 } })).id },
    });
    await expect.poll(async () => (await test.call(contract.listRetentionRuns, {})).items.find(({ id }) => id === next.id)?.finishedAt).toBeDefined();
    expect(await status('files/ancient.txt')).toBe(200);
    expect((await test.call(contract.listRetentionRuns, {})).items.find(({ id }) => id === params.id)).toMatchObject({ status: 'failed', items: 0 });
    expect(test.audited.find(({ action }) => action === 'retention-policy.run-cancelled')).toMatchObject({ actor: 'admin', subject: 'cancelled' });
  });

  it('CORE-009 leaves what was published again after it was looked at', async () => {
    await publish('moving', '1.0.0');
    await test.put('files/moving.txt', 'old');
    await age('%moving%', 50);
    const repository = async (key: string) => (await db.selectFrom('repository').selectAll().where('key', '=', key).executeTakeFirstOrThrow()) as never;
    const context = { db, platform: test.platform, hooks: { forgetEntries: async () => {}, announceRemoval: async () => {} } } as never;
    const stored = await db.selectFrom('artifact').select(['path', 'modified_at']).where('path', 'like', '%moving%').execute();
    const lookedAt = new Map(stored.map(({ path, modified_at }) => [path, modified_at]));
    expect([...lookedAt.keys()].toSorted()).toEqual(['moving.txt', 'moving/-/moving-1.0.0.tgz']);
    // Of two uploads the one that began earlier may end later.
    for (const days of [40, 60]) {
      await age('%moving%', days);
      expect(await removeArtifacts(context, await repository('files'), { actor: 'x', paths: ['moving.txt'], lookedAt })).toBe(0);
      expect(await removeArtifacts(context, await repository('js'), { actor: 'x', versions: [{ package: 'moving', version: '1.0.0' }], lookedAt })).toBe(0);
    }
    expect(await status('files/moving.txt')).toBe(200);
    expect((await test.ask('api/npm/js/moving')).status).toBe(200);
    const { modified_at: now } = await db.selectFrom('artifact').select('modified_at').where('path', '=', 'moving.txt').executeTakeFirstOrThrow();
    lookedAt.set('moving.txt', now);
    expect(await removeArtifacts(context, await repository('files'), { actor: 'x', paths: ['moving.txt'], lookedAt })).toBe(1);
  });

  it('CORE-009 refuses a policy that matches everything or bears a name twice, and everybody but administrators', async () => {
    const refusal = (input: object, as = 'admin') =>
      fetch(`${test.baseUrl}${contract.createRetentionPolicy.url}`, {
        method: 'POST',
        headers: { ...test.headersOf(as), 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
    expect((await refusal({ name: 'all' })).status).toBe(400);
    const good = { name: 'Rule', olderThanDays: 5 };
    expect((await refusal(good)).status).toBe(201);
    const twice = await refusal({ ...good, name: 'rule' });
    expect([twice.status, await twice.text()]).toEqual([400, expect.stringContaining('Another policy has this name')]);
    expect((await refusal({ ...good, name: 'mine' }, 'somebody')).status).toBe(403);
    const policy = (await test.call(contract.listRetentionPolicies, {})).items.find(({ name }) => name === 'Rule')!;
    const changed = await test.call(contract.changeRetentionPolicy, { params: { id: policy.id }, body: { ...good, name: 'Rule', keepVersions: 3 } });
    expect(changed).toMatchObject({ keepVersions: 3, olderThanDays: 5, modifiedBy: 'admin' });
    await test.call(contract.deleteRetentionPolicy, { params: { id: policy.id } });
    expect((await test.call(contract.listRetentionPolicies, {})).items.some(({ name }) => name === 'Rule')).toBe(false);
  });
});
