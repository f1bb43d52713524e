import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { listViolations, readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { migrate, openDatabase } from '@packhouse/kernel/database/database.ts';
import { kernelMigrations, kernelSchema } from '@packhouse/kernel/database/kernel-migrations.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { createEmptyDatabase } from '@packhouse/testkit/test-database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { openLooks } from '../inventory/looks.ts';
import type { ScanningSchema } from '../schema.ts';
import { scanningService } from '../service.ts';
import { queueReadAgain } from '../target/read-again.ts';
import { extractorVersion } from '../target/scan-content.ts';
import { deleteOldHours, foldTallies } from './keep-queries.ts';
import { takeTellingWatches, takeUntold } from './tell-queries.ts';

describe('an upgrade of the database', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    const before = Object.fromEntries(Object.entries(scanningService.migrations).filter(([step]) => step < '0028'));
    await migrate(database.url, kernelSchema, kernelMigrations);
    await migrate(database.url, 'scanning', before);
  });
  afterAll(() => database?.drop());

  it('leaves violations and their figures as they are, has nothing judged again, and still tells of what nobody was told of', async () => {
    const db = openDatabase<ScanningSchema>(database.url, 'scanning', { connections: 2 });
    try {
      // As the version before left them: told or not, open, ignored until a moment that has come, and over.
      await sql`insert into policy (name, type, rules, author) values ('p', 'security', '[{"name":"any","criteria":{},"actions":{}}]', 'ada')`.execute(db);
      await sql`insert into watch (name, resources, author) values ('w', '[]', 'ada')`.execute(db);
      await sql`insert into watch_policy select watch.id, policy.id from watch, policy`.execute(db);
      await sql`
        insert into violation (watch_id, policy_id, rule, kind, target_id, subject, severity, repository, path, format, package, version, told, state, ignored_until)
        select 1, 1, 'any', 'security', number, 'CVE-' || number, 2, 'js', number || '.tgz', 'npm', 'app', '1', told, state, ignored_until
        from (values (1, true, 'active', null), (2, false, 'active', null), (3, false, 'ignored', now() - interval '1 hour'), (4, true, 'ignored', null), (5, false, 'closed', null))
          as left_over (number, told, state, ignored_until)`.execute(db);
      await sql`delete from evaluation_due`.execute(db);
      const rows = async () =>
        (await sql`select id, target_id, subject, state, severity, opened_at, changed_at, xmin::text from violation order by id`.execute(db)).rows;
      const figures = async () =>
        (
          await sql`select severity, sum(active)::integer as active, sum(ignored)::integer as ignored from violation_tally group by 1
            union all select severity, sum(active)::integer, sum(ignored)::integer from subject_tally group by 1`.execute(db)
        ).rows;
      const before = [await rows(), await figures()];
      expect(before[1]).toEqual([
        { severity: 2, active: 3, ignored: 1 },
        { severity: 2, active: 3, ignored: 1 },
      ]);
      await migrate(database.url, 'scanning', scanningService.migrations);
      expect([await rows(), await figures()]).toEqual(before);
      expect(await db.selectFrom('evaluation_due').select('target_id').execute()).toEqual([]);
      expect((await sql`select sum(standing)::integer as standing from hour_tally`.execute(db)).rows).toEqual([{ standing: 3 }]);
      const told = await db.transaction().execute(async (tx) => {
        const [watch] = await takeTellingWatches(tx, 300);
        return takeUntold(tx, watch!.id, 50);
      });
      expect(told.map(({ subject }) => subject)).toEqual(['CVE-2']);
      // What is ignored stays to be told of once it is active again; what is deleted takes its row along.
      expect((await db.selectFrom('untold').select('violation_id').execute()).map(({ violation_id: id }) => id)).toEqual([3]);
      await sql`delete from violation where id = 3`.execute(db);
      expect(await db.selectFrom('untold').select('violation_id').execute()).toEqual([]);
      await foldTallies(db);
      await deleteOldHours(db, 180);
      expect((await figures())[0]).toEqual({ severity: 2, active: 2, ignored: 1 });
    } finally {
      await db.destroy();
    }
  });
});

describe('an upgrade of what reads packages', () => {
  let test: ScanningTestPlatform;
  let db: Kysely<ScanningSchema>;
  let context: Context;
  const names = ['ant', 'bee', 'cat'];
  beforeAll(async () => {
    test = await startScanningPlatform();
    db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
    context = { db: db as Context['db'], platform: test.platform, peers: test.peers, log: test.platform.logger('xray'), looks: openLooks() };
    await test.create({ class: 'local', key: 'js', format: 'npm' });
    const inner = osv('GHSA-inner', { ecosystem: 'npm', name: 'inner', events: [{ introduced: '0' }] }, { database_specific: { severity: 'HIGH' } });
    await test.upload(await test.source('advisories'), lines(inner));
    for (const name of names) {
      await test.publishNpm('js', name, '1.0.0', { 'package/node_modules/inner/package.json': '{"name":"inner","version":"1.0.0"}' });
      await test.scanned(`npm://${name}`, '1.0.0');
    }
    const rules = [{ name: 'any', criteria: { min_severity: 'Low' as const }, actions: {} }];
    await test.call(policies.createPolicy, { body: { name: 'p', type: 'security', rules } });
    await test.call(watches.createWatch, {
      body: { general_data: { name: 'w' }, project_resources: { resources: [{ type: 'all-repos' }] }, assigned_policies: [{ name: 'p' }] },
    });
  });
  afterAll(async () => {
    await context?.looks.stop();
    await db?.destroy();
    await test?.stop();
  });

  it('reads everything once more, and no violation is over or told anew meanwhile', async () => {
    const list = async () => (await test.call(listViolations, { body: {} })).data.map(({ id, packageId, created }) => `${id} ${packageId} ${created}`).sort();
    await expect.poll(list, patience).toHaveLength(3);
    const before = await list();
    // As a version before left it, whose extractors found less.
    await db
      .updateTable('subject')
      .set({ extractor: extractorVersion - 1 })
      .execute();
    await db.deleteFrom('progress').where('name', '=', `read again by ${extractorVersion}`).execute();
    await queueReadAgain(context);
    const seen = new Set<string>();
    const readStates = async () => (await db.selectFrom('target').select('state').distinct().execute()).map(({ state }) => state).join();
    const isRead = async () => {
      seen.add(`${await readStates()} ${(await list()).join()}`);
      return (await db.selectFrom('subject').select('extractor').execute()).every(({ extractor }) => extractor === extractorVersion);
    };
    await expect.poll(isRead, patience).toBe(true);
    await expect.poll(async () => (await db.selectFrom('evaluation_due').select('target_id').execute()).length, patience).toBe(0);
    seen.add(`${await readStates()} ${(await list()).join()}`);
    expect([...seen]).toEqual([`scanned ${before.join()}`]);
    for (const one of before) {
      const { events } = await test.call(readViolation, { params: { id: one.split(' ')[0]! } });
      expect(events.map(({ what }) => what)).toEqual(['opened']);
    }
  });
});
