import { PolicyInput, type PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import { createIgnoreRule, deleteIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { openLooks } from '../inventory/looks.ts';
import { insertPolicy, lockPolicy, updatePolicyRow } from '../policy/policy-queries.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { takeUp } from '../target/take-up.ts';
import { deleteTargets } from '../target/target-queries.ts';
import { insertWatch, updateWatchRow } from '../watch/watch-queries.ts';
import { evaluateSome, judge } from './evaluate.ts';

// Nothing runs by itself here: what happens, happens in the order that is tried out.
let test: ScanningTestPlatform;
let context: Context;
let db: Db;
const names = ['one', 'two', 'three'];
beforeAll(async () => {
  test = await startScanningPlatform({ jobs: false });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  for (const name of names) await test.publishNpm('js', name, '1.0.0');
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 3 });
  context = { db: db as Context['db'], platform: test.platform, peers: test.peers, log: test.platform.logger('xray'), looks: openLooks() };
  for (const name of names) await takeUp(context, 'js', [`${name}/-/${name}-1.0.0.tgz`]);
  await db.updateTable('target').set({ state: 'scanned', scanned_at: new Date() }).execute();
  for (const id of ['A-1', 'B-2']) await db.insertInto('advisory').values(makeAdvisory(id)).execute();
  await insertPolicy(db, PolicyInput.parse({ name: 'p', type: 'security', rules: [makeRule('High')] }), null, 'admin');
  const policy = await lockPolicy(db, 'p');
  await insertWatch(db, makeWatch(true), [policy!.id], 'admin');
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const makeAdvisory = (id: string) => ({
  id,
  modified: new Date(),
  published: null,
  withdrawn: null,
  canonical: id,
  severity: 'High' as const,
  summary: id,
  details: '',
  aliases: [],
  upstream: [],
  cwes: [],
  cvss: '[]',
  links: '[]',
  source_id: null,
  run_id: null,
  seen_run: null,
});
const makeRule = (min_severity: 'Critical' | 'High' | 'Low'): PolicyRule => ({
  name: 'rule',
  criteria: { min_severity },
  actions: { block_download: { active: true, unscanned: false } },
});
const makeWatch = (active: boolean) => ({ name: 'w', project: null, description: '', active, resources: [{ type: 'all-repos' as const }], recipients: [] });

const component = async (name: string) => (await db.selectFrom('component').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const moves = {
  find: async (name: string) =>
    void (await sql`insert into finding (component_id, advisory_id, severity, confidence) values (${await component(name)}, 'A-1', 'High', 'known')
      on conflict (component_id, advisory_id) do update set severity = excluded.severity`.execute(db)),
  worsen: async (name: string) =>
    void (await sql`insert into finding (component_id, advisory_id, severity, confidence) values (${await component(name)}, 'A-1', 'Critical', 'known')
      on conflict (component_id, advisory_id) do update set severity = excluded.severity`.execute(db)),
  findOther: async (name: string) =>
    void (await sql`insert into finding (component_id, advisory_id, severity, confidence) values (${await component(name)}, 'B-2', 'Low', 'known') on conflict do nothing`.execute(
      db,
    )),
  withdraw: async (name: string) =>
    void (await db
      .deleteFrom('finding')
      .where('component_id', '=', await component(name))
      .execute()),
  strict: async () =>
    void (await updatePolicyRow(db, (await lockPolicy(db, 'p'))!, PolicyInput.parse({ name: 'p', type: 'security', rules: [makeRule('Low')] }), 'admin')),
  loose: async () =>
    void (await updatePolicyRow(db, (await lockPolicy(db, 'p'))!, PolicyInput.parse({ name: 'p', type: 'security', rules: [makeRule('Critical')] }), 'admin')),
  pause: async () => watch(false),
  resume: async () => watch(true),
  ignore: async (name: string) =>
    void (await test.call(createIgnoreRule, {
      body: { notes: 'Known', ignore_filters: { vulnerabilities: ['A-1'], artifacts: [{ name: `${name}-1.0.0.tgz`, path: `js/${name}/-/` }] } },
    })),
  stopIgnoring: async () => {
    for (const { uuid } of await db.selectFrom('ignore_rule').select('uuid').where('deleted_at', 'is', null).execute())
      await test.call(deleteIgnoreRule, { params: { id: uuid } });
  },
  remove: async (name: string) => {
    const rows = await db.selectFrom('target').select('id').where('package', '=', name).execute();
    await deleteTargets(
      db,
      rows.map(({ id }) => id),
    );
  },
  bringBack: async (name: string) => {
    await takeUp(context, 'js', [`${name}/-/${name}-1.0.0.tgz`]);
    await db.updateTable('target').set({ state: 'scanned', scanned_at: new Date() }).where('package', '=', name).where('scanned_at', 'is', null).execute();
  },
  settle: async () => void (await evaluateSome(context)),
} satisfies Record<string, (name: string) => Promise<void>>;

async function watch(active: boolean): Promise<void> {
  const { id } = await db.selectFrom('watch').select('id').executeTakeFirstOrThrow();
  await updateWatchRow(db, id, makeWatch(active), [(await lockPolicy(db, 'p'))!.id]);
}

async function settleAll(): Promise<void> {
  while ((await evaluateSome(context)) > 0);
}

it('whatever happens in whatever order, the violations, figures and blocks that are kept are those that judging everything gives', async () => {
  const step = fc.tuple(fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])), fc.constantFrom(...names));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      for (const [move, name] of steps) await moves[move](name);
      await settleAll();
      const ids = (await db.selectFrom('target').select('id').execute()).map(({ id }) => id);
      const kept = await db.selectFrom('violation').selectAll().execute();
      const { changes } = await judge(db, context, [...new Set([...ids, ...kept.map(({ target_id }) => target_id)])]);
      expect(changes).toMatchObject({ fresh: [], changed: [], counts: [], opened: 0, closed: [] });
      const figures = await db
        .selectFrom('violation_count')
        .select(({ fn }) => [fn.sum<string>('active').as('active'), fn.sum<string>('ignored').as('ignored')])
        .executeTakeFirst();
      const count = (state: string) => kept.filter((row) => row.state === state).length;
      expect([Number(figures?.active ?? 0), Number(figures?.ignored ?? 0)]).toEqual([count('active'), count('ignored')]);
      const blocks = await db.selectFrom('block').select('violation_id').execute();
      expect(blocks.map(({ violation_id }) => violation_id).sort()).toEqual(
        kept
          .filter(({ state }) => state !== 'closed')
          .map(({ id }) => id)
          .sort(),
      );
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
