import { PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { makeFit } from '../ignore/fit.ts';
import { endRule, insertRules } from '../ignore/ignore-queries.ts';
import { openLooks } from '../inventory/looks.ts';
import { insertPolicy, lockPolicy } from '../policy/policy-queries.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { takeUp } from '../target/take-up.ts';
import { insertWatch } from '../watch/watch-queries.ts';
import { evaluateSome } from './evaluate.ts';
import { openGate } from './gate.ts';

// Nothing is judged here but by whoever is tried out.
let test: ScanningTestPlatform;
let db: Db;
let context: Context;
let gate: Awaited<ReturnType<typeof openGate>>;
const path = 'app/-/app-1.0.0.tgz';
let sha256 = '';

beforeAll(async () => {
  test = await startScanningPlatform({ jobs: false });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.publishNpm('js', 'app', '1.0.0');
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 4 });
  context = { db: db as Context['db'], platform: test.platform, peers: test.peers, log: test.platform.logger('xray'), looks: openLooks() };
  await takeUp(context, 'js', [path]);
  ({ sha256 } = await db.selectFrom('target').select('sha256').executeTakeFirstOrThrow());
  const rule = { name: 'rule', criteria: { min_severity: 'High' as const }, actions: { block_download: { active: true, unscanned: true } } };
  await insertPolicy(db, PolicyInput.parse({ name: 'p', type: 'security', rules: [rule] }), null, 'admin');
  const watch = { name: 'w', project: null, description: '', active: true, resources: [{ type: 'all-repos' as const }], recipients: [] };
  await insertWatch(db, watch, [(await lockPolicy(db, 'p'))!.id], 'admin');
  gate = await openGate(context);
});
afterAll(async () => {
  gate?.close();
  await db?.destroy();
  await test?.stop();
});

/** Somebody who asks once and does not wait. */
const hasty = { console: '', isGone: () => true };
const want = (asking: Parameters<typeof gate.gate.admit>[1]) => gate.gate.admit({ repository: 'js', path, sha256 }, asking);
const ask = () =>
  want({ ...hasty, isGone: () => false }).then(
    () => 'let out',
    ({ message }: Error) => message,
  );
const readDue = () => db.selectFrom('evaluation_due').select(['target_id', 'unjudged']).execute();

/** Does something while somebody else holds all that waits to be judged. */
async function whileHeld(act: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('evaluation_due').select('target_id').forUpdate().execute();
    await act();
  });
}

it('content that was scanned and never judged is judged first, and refused to whoever does not wait for that', async () => {
  await expect(want(hasty)).rejects.toMatchObject({ code: 'download_blocked' });
  await evaluateSome(context);
  await db.updateTable('target').set({ state: 'scanned', scanned_at: new Date() }).execute();
  expect(await readDue()).toMatchObject([{ unjudged: true }]);
  await whileHeld(() => expect(want(hasty)).rejects.toMatchObject({ message: expect.stringContaining('scanned, and not judged yet') }));
  expect([await ask(), await readDue()]).toEqual(['let out', []]);
});

it('content that was judged before waits for nobody while everything is judged anew', async () => {
  await db.updateTable('policy').set({ rules: sql`jsonb_set(rules, '{0,criteria,min_severity}', '"Critical"')` }).execute();
  await whileHeld(async () => expect(await ask()).toBe('let out'));
  await db.updateTable('target').set({ state: 'in progress' }).execute();
  await whileHeld(async () => expect(await ask()).toBe('let out'));
  await db.updateTable('target').set({ state: 'scanned' }).execute();
  expect(await readDue()).toMatchObject([{ unjudged: false }]);
});

it('what is ignored is let out from that second on, and refused again from the second at which the rule ends, whoever else is still to be judged', async () => {
  await sql`insert into advisory (id, modified, canonical, severity, summary, details, aliases, upstream, cwes, cvss, links)
    values ('A-1', now(), 'A-1', 'Critical', '', '', '{}', '{}', '{}', '[]', '[]')`.execute(db);
  await sql`insert into finding (component_id, advisory_id, severity, confidence) select component_id, 'A-1', 'Critical', 'known' from target`.execute(db);
  await evaluateSome(context);
  expect(await ask()).toContain('A-1');
  const fit = { filters: { vulnerabilities: ['A-1'] }, ...makeFit({ vulnerabilities: ['A-1'] }) };
  const rule = { ...fit, uuid: crypto.randomUUID(), project: null, notes: 'known', author: 'admin', expires_at: null, violation_id: null };
  const [made] = await db.transaction().execute((tx) => insertRules(tx, [rule], {}));
  await sql`select judge_again(array(select number from generate_series(1000000, 1002500) as number))`.execute(db);
  expect(await ask()).toBe('let out');
  await endRule(db, made!.id, 'admin');
  await evaluateSome(context, 1);
  expect(await ask()).toContain('A-1');
});

it('a download that days of grace let out says when they end', async () => {
  await sql`update block set from_at = '2199-01-01'`.execute(db);
  expect(await want({ ...hasty, isGone: () => false })).toBe(
    `${path} will be blocked from 2199-01-01T00:00:00.000Z on: A-1 in app 1.0.0 breaks the rule rule of the policy p, watch w.`,
  );
});
