import { askPolicyException, decidePolicyException } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { PolicyInput, type PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import { readArtifactStatus } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { createIgnoreRule, deleteIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetExploited, keepExploited, keepProbabilities } from '../advisory/signal-queries.ts';
import type { Context } from '../context.ts';
import { openLooks } from '../inventory/looks.ts';
import { insertPolicy, lockPolicy, updatePolicyRow } from '../policy/policy-queries.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { takeUp } from '../target/take-up.ts';
import { deleteTargets } from '../target/target-queries.ts';
import { insertWatch, updateWatchRow } from '../watch/watch-queries.ts';
import { evaluateSome, judge } from './evaluate.ts';
import { foldTallies } from './keep-queries.ts';
import { tellViolationsJob } from './tell.ts';
import { takeUntold } from './tell-queries.ts';

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

const cve = 'CVE-2026-0001';
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
  upstream: [cve],
  cwes: [],
  cvss: '[]',
  links: '[]',
  source_id: null,
  run_id: null,
  seen_run: null,
});
const makeRule = (min_severity: 'Critical' | 'High' | 'Low', narrowed: PolicyRule['criteria'] = {}): PolicyRule => ({
  name: 'rule',
  criteria: { min_severity, ...narrowed },
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
  strict: async () => save(makeRule('Low')),
  loose: async () => save(makeRule('Critical')),
  askKnown: async () => save(makeRule('Low', { exploited: true })),
  askLikely: async () => save(makeRule('Low', { epss_min: 0.5 })),
  exploit: async () => void (await keepExploited(db, [{ cve, kev: { added: '2026-01-01', due: null, ransomware: false } }])),
  forgetExploited: async () => void (await forgetExploited(db, [])),
  makeLikely: async () => void (await keepProbabilities(db, [{ cve, epss: 0.5, percentile: 0.9 }])),
  makeUnlikely: async () => void (await keepProbabilities(db, [{ cve, epss: 0.4999, percentile: 0.9 }])),
  askFor: async (name: string) => {
    const row = await db.selectFrom('violation').select('id').where('package', '=', name).where('state', '=', 'active').executeTakeFirst();
    const asked = await db.selectFrom('ignore_rule').select('id').where('state', '=', 'asked').where('deleted_at', 'is', null).execute();
    if (row && asked.length === 0) await test.call(askPolicyException, { params: { id: String(row.id) }, body: { notes: 'Never called' } });
  },
  approve: async () => {
    for (const { uuid } of await db.selectFrom('ignore_rule').select('uuid').where('state', '=', 'asked').where('deleted_at', 'is', null).execute())
      await test.call(decidePolicyException, { params: { id: uuid }, body: { approved: true } });
  },
  pause: async () => watch(false),
  resume: async () => watch(true),
  ignore: async (name: string) =>
    void (await test.call(createIgnoreRule, {
      body: { notes: 'Known', ignore_filters: { vulnerabilities: ['A-1'], artifacts: [{ name: `${name}-1.0.0.tgz`, path: `js/${name}/-/` }] } },
    })),
  ignoreWide: async (name: string) => {
    const about = { one: { artifacts: [{ name: 'npm://one' }] }, two: { components: [{ name: 'npm://two' }] }, three: { watches: ['w'] } };
    await test.call(createIgnoreRule, { body: { notes: 'Known', ignore_filters: { vulnerabilities: ['any'], ...about[name as keyof typeof about] } } });
  },
  stopIgnoring: async () => {
    for (const { uuid } of await db.selectFrom('ignore_rule').select('uuid').where('deleted_at', 'is', null).where('state', '=', 'approved').execute())
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
  // As the clock does it: what is kept of the moment comes to be over, and nobody has judged yet.
  lapse: async () => {
    const past = new Date(Date.now() - 1000);
    await db.updateTable('violation').set({ ignored_until: past }).where('state', '=', 'ignored').execute();
    await db.updateTable('ignore_rule').set({ expires_at: past }).where('deleted_at', 'is', null).execute();
  },
  settle: async () => void (await evaluateSome(context)),
} satisfies Record<string, (name: string) => Promise<void>>;

async function save(rule: PolicyRule): Promise<void> {
  await updatePolicyRow(db, (await lockPolicy(db, 'p'))!, PolicyInput.parse({ name: 'p', type: 'security', rules: [rule] }), 'admin');
}

async function watch(active: boolean): Promise<void> {
  const { id } = await db.selectFrom('watch').select('id').executeTakeFirstOrThrow();
  await updateWatchRow(db, id, makeWatch(active), [(await lockPolicy(db, 'p'))!.id]);
}

it('what is known of exploitation has judged again what a rule asks about, and only where it says otherwise now', async () => {
  const due = async () => {
    const count = await countWaiting();
    await settleAll();
    return count;
  };
  await moves.find('one');
  await settleAll();
  await moves.exploit();
  await moves.makeLikely();
  expect(await due()).toBe(0);
  await moves.askKnown();
  await settleAll();
  expect(await readOpen()).toEqual(['one']);
  await moves.makeUnlikely();
  expect(await due()).toBe(0);
  await moves.forgetExploited();
  expect(await due()).toBe(1);
  expect(await readOpen()).toEqual([]);
  await moves.askLikely();
  await settleAll();
  await keepProbabilities(db, [{ cve, epss: 0.1, percentile: 0.5 }]);
  await moves.exploit();
  expect(await due()).toBe(0);
  await moves.makeLikely();
  expect(await due()).toBe(1);
  expect(await readOpen()).toEqual(['one']);
  await keepProbabilities(db, [{ cve, epss: 0.9, percentile: 0.99 }]);
  expect(await due()).toBe(0);
  // Not the versions of an advisory alone: what it goes back to may be called otherwise.
  await db.updateTable('advisory').set({ upstream: [] }).where('id', '=', 'A-1').execute();
  expect(await due()).toBe(1);
  expect(await readOpen()).toEqual([]);
  await db
    .updateTable('advisory')
    .set({ upstream: [cve] })
    .where('id', '=', 'A-1')
    .execute();
  await moves.withdraw('one');
  await moves.strict();
  await settleAll();
});

const readOpen = async () =>
  (await db.selectFrom('violation').select('package').where('state', '=', 'active').orderBy('package').execute()).map((row) => row.package);

async function settleAll(): Promise<void> {
  while ((await evaluateSome(context)) > 0);
}

/** Figures that are kept, and beside them what counting gives. */
const tallies = {
  byWatch: [
    sql`select repository, watch_id, policy_id, kind, severity, sum(active)::integer as active, sum(ignored)::integer as ignored, sum(fixable)::integer as fixable
      from violation_tally group by 1, 2, 3, 4, 5 having sum(active) <> 0 or sum(ignored) <> 0 order by 1, 2, 3, 4, 5`,
    sql`select repository, watch_id, policy_id, kind, severity, (count(*) filter (where counts))::integer as active, (count(*) filter (where not counts))::integer as ignored,
      (count(*) filter (where counts and fixed_versions <> '{}'))::integer as fixable
      from (select *, state = 'active' or ignored_until <= now() is true as counts from violation where state <> 'closed') as one group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  ],
  bySubject: [
    sql`select repository, kind, subject, severity, sum(active)::integer as active, sum(ignored)::integer as ignored
      from subject_tally group by 1, 2, 3, 4 having sum(active) <> 0 or sum(ignored) <> 0 order by 1, 2, 3, 4`,
    sql`select repository, kind, subject, severity, (count(*) filter (where counts))::integer as active, (count(*) filter (where not counts))::integer as ignored
      from (select *, state = 'active' or ignored_until <= now() is true as counts from violation where state <> 'closed') as one group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  ],
  byPlace: [
    sql`select repository, path, package, watch_id, policy_id, kind, severity, sum(active)::integer as active, sum(ignored)::integer as ignored, sum(fixable)::integer as fixable
      from place_tally group by 1, 2, 3, 4, 5, 6, 7 having sum(active) <> 0 or sum(ignored) <> 0 order by 1, 2, 3, 4, 5, 6, 7`,
    sql`select repository, path, package, watch_id, policy_id, kind, severity, (count(*) filter (where counts))::integer as active,
      (count(*) filter (where not counts))::integer as ignored, (count(*) filter (where counts and fixed_versions <> '{}'))::integer as fixable
      from (select *, state = 'active' or ignored_until <= now() is true as counts from violation where state <> 'closed') as one
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`,
  ],
  byComponent: [
    sql`select repository, component_id, severity, sum(active)::integer as active, sum(ignored)::integer as ignored, sum(fixable)::integer as fixable
      from component_tally group by 1, 2, 3 having sum(active) <> 0 or sum(ignored) <> 0 order by 1, 2, 3`,
    sql`select repository, component_id, severity, (count(*) filter (where counts))::integer as active, (count(*) filter (where not counts))::integer as ignored,
      (count(*) filter (where counts and fixed_versions <> '{}'))::integer as fixable
      from (select *, state = 'active' or ignored_until <= now() is true as counts from violation where state <> 'closed') as one
        cross join lateral unnest(one.components) as held (component_id) group by 1, 2, 3 order by 1, 2, 3`,
  ],
  byHour: [
    sql`select repository, sum(standing)::integer as standing, sum(blocking)::integer as blocking from hour_tally group by 1 having sum(standing) <> 0 or sum(blocking) <> 0 order by 1`,
    sql`select repository, count(*)::integer as standing, (count(*) filter (where exists (select from block where block.violation_id = one.id)))::integer as blocking
      from violation one where state = 'active' or (state = 'ignored' and ignored_until <= now()) group by 1 order by 1`,
  ],
  bySteps: [
    sql`select coalesce(sum(opened + returned - closed - ignored), 0)::integer as active from hour_step`,
    sql`select count(*)::integer as active from violation where state = 'active'`,
  ],
} as const;

async function expectTallies(): Promise<void> {
  for (const [name, [kept, counted]] of Object.entries(tallies))
    expect([name, (await kept.execute(db)).rows]).toEqual([name, (await counted.execute(db)).rows]);
}

it('whatever happens in whatever order, the violations, figures and blocks that are kept are those that judging everything gives', async () => {
  const step = fc.tuple(fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])), fc.constantFrom(...names));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      for (const [move, name] of steps) await moves[move](name);
      await expectTallies();
      await settleAll();
      const ids = (await db.selectFrom('target').select('id').execute()).map(({ id }) => id);
      const kept = await db.selectFrom('violation').selectAll().execute();
      const { changes } = await judge(db, context, [...new Set([...ids, ...kept.map(({ target_id }) => target_id)])]);
      expect(changes).toMatchObject({ fresh: [], changed: [], opened: 0, closed: [] });
      await expectTallies();
      if (steps.length % 2 === 0) await foldTallies(db);
      await expectTallies();
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

const countWaiting = async () => Number((await db.selectFrom('evaluation_due').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count);

it('a violation is told of once each time when it opens, and telling writes no violation anew', async () => {
  await watch(true);
  await moves.strict();
  await moves.stopIgnoring();
  for (const name of names) {
    await moves.bringBack(name);
    await moves.withdraw(name);
    await moves.find(name);
  }
  await settleAll();
  const { id } = await db.selectFrom('watch').select('id').executeTakeFirstOrThrow();
  const tell = async () => (await db.transaction().execute((tx) => takeUntold(tx, id, 50))).map((row) => row.package).sort();
  const readWritten = async () => (await sql`select id, xmin::text as writer from violation order by id`.execute(db)).rows;
  await tell();
  expect(await tell()).toEqual([]);
  for (const name of ['one', 'two', 'three']) await moves.withdraw(name);
  await settleAll();
  for (const name of ['one', 'two', 'three']) await moves.find(name);
  await settleAll();
  await moves.withdraw('two');
  await moves.ignore('three');
  await settleAll();
  const written = await readWritten();
  expect(await tell()).toEqual(['one']);
  expect(await readWritten()).toEqual(written);
  await moves.find('two');
  await moves.stopIgnoring();
  await settleAll();
  expect(await tell()).toEqual(['three', 'two']);
  expect(await tell()).toEqual([]);
});

it('telling of new violations, and other words about a watch or a policy, have nothing judged again', async () => {
  await watch(true);
  await moves.strict();
  await moves.stopIgnoring();
  for (const name of names) {
    await moves.bringBack(name);
    await moves.find(name);
  }
  await settleAll();
  await tellViolationsJob(context).run({}, new AbortController().signal);
  expect((await db.selectFrom('watch').select('told_at').executeTakeFirstOrThrow()).told_at).not.toBeNull();
  const { id } = await db.selectFrom('watch').select('id').executeTakeFirstOrThrow();
  await updateWatchRow(db, id, { ...makeWatch(true), description: 'of everything', recipients: ['ann@example.com'] }, [(await lockPolicy(db, 'p'))!.id]);
  await db.updateTable('policy').set({ description: 'of everything' }).execute();
  expect(await countWaiting()).toBe(0);
  await watch(false);
  expect(await countWaiting()).toBe(names.length);
  await settleAll();
});

it('the status of a file says that policies have yet to judge it, and when they have', async () => {
  await watch(true);
  await settleAll();
  const body = { repo: 'js', path: 'one/-/one-1.0.0.tgz' };
  const read = async () => (await test.call(readArtifactStatus, { body })).details.violations.status;
  await moves.bringBack('one');
  await settleAll();
  expect(await read()).toBe('DONE');
  await moves.withdraw('one');
  await moves.findOther('one');
  expect(await read()).toBe('SCANNING');
  await settleAll();
  expect(await read()).toBe('DONE');
  await watch(false);
  expect(await read()).toBe('NOT_SUPPORTED');
  await settleAll();
});
