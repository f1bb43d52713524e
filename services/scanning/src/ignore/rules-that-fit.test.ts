import type { IgnoreFilters } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';
import { makeFit } from './fit.ts';
import { insertRules, takeExpired } from './ignore-queries.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform({ jobs: false });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  await sql`
    insert into advisory (id, modified, canonical, severity, summary, details, aliases, upstream, cwes, cvss, links)
      values ('GHSA-a', now(), 'CVE-1', 'High', '', '', '{CVE-1}', '{}', '{}', '[]', '[]')`.execute(db);
  await sql`insert into watch (name, resources, author) values ('w', '[]', 'ada'), ('v', '[]', 'ada')`.execute(db);
  await sql`insert into policy (name, type, rules, author) values ('p', 'security', '[]', 'ada')`.execute(db);
  await sql`insert into component (ecosystem, name, version, purl) values ('npm', 'lib', '1.0.0', 'pkg:npm/lib@1.0.0')`.execute(db);
  await sql`
    insert into violation (watch_id, policy_id, rule, kind, target_id, subject, severity, repository, path, format, package, version, components, state, ignored_until)
    select (select id from watch where name = given.watch), (select id from policy), 'one', kind, number, subject, 2, repository, path, 'npm', package, version,
      case when number = 1 then array(select id from component) else '{}' end, state, case when number = 8 then now() - interval '1 minute' end
    from (values
      (1, 'w', 'security', 'CVE-1', 'js', 'app/-/app-1.0.0.tgz', 'app', '1.0.0', 'active'),
      (2, 'w', 'security', 'CVE-2', 'js', 'app/-/app-1.0.0.tgz', 'app', '1.0.0', 'active'),
      (3, 'v', 'security', 'CVE-1', 'js', 'app/-/app-2.0.0.tgz', 'app', '2.0.0', 'active'),
      (4, 'w', 'security', 'CVE-1', 'shop', 'lib/-/lib-1.0.0.tgz', 'lib', '1.0.0', 'active'),
      (5, 'w', 'license', 'GPL-3.0-only', 'js', 'app/-/app-1.0.0.tgz', 'app', '1.0.0', 'active'),
      (6, 'w', 'operational_risk', 'High', 'js', 'app/-/app-1.0.0.tgz', 'app', '1.0.0', 'active'),
      (7, 'w', 'security', 'CVE-1', 'js', 'old/-/old-1.0.0.tgz', 'old', '1.0.0', 'closed'),
      (8, 'w', 'security', 'CVE-1', 'js', 'back/-/back-1.0.0.tgz', 'back', '1.0.0', 'ignored'))
      as given (number, watch, kind, subject, repository, path, package, version, state)`.execute(db);
});
beforeEach(() => sql`delete from evaluation_due`.execute(db));
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const listDue = async () => (await db.selectFrom('evaluation_due').select('target_id').orderBy('target_id').execute()).map((row) => row.target_id);
type More = { project?: string; violation_id?: number; expires_at?: Date };
const make = (filters: IgnoreFilters, more: More = {}) => ({
  uuid: crypto.randomUUID(),
  filters,
  ...makeFit(filters),
  notes: 'known',
  author: 'ada',
  project: more.project ?? null,
  expires_at: more.expires_at ?? null,
  violation_id: more.violation_id ?? null,
});
const insert = (rules: ReturnType<typeof make>[], repositories = {}) => db.transaction().execute((tx) => insertRules(tx, rules, repositories));
const any = { vulnerabilities: ['any'] };

it.each<[string, IgnoreFilters, More, number[]]>([
  ['a vulnerability by its id', { vulnerabilities: ['GHSA-a'] }, {}, [1, 3, 4, 8]],
  ['a vulnerability by its CVE', { cves: ['cve-1'] }, {}, [1, 3, 4, 8]],
  ['any vulnerability', any, {}, [1, 2, 3, 4, 8]],
  ['a licence in any case', { licenses: ['gpl-3.0-ONLY'] }, {}, [5]],
  ['operational risks', { operational_risk: ['any'] }, {}, [6]],
  ['a file', { ...any, artifacts: [{ name: 'app-1.0.0.tgz', path: 'js/app/-/' }] }, {}, [1, 2]],
  ['a repository', { ...any, artifacts: [{ name: 'any', path: 'default/shop' }] }, {}, [4]],
  ['a version of a package', { ...any, artifacts: [{ name: 'npm://app', version: '2.0.0' }] }, {}, [3]],
  ['a package wherever it is', { ...any, artifacts: [{ name: 'lib' }, { name: 'back' }] }, {}, [4, 8]],
  ['a component', { ...any, components: [{ name: 'npm://lib', version: '1.0.0' }] }, {}, [1]],
  ['a component by its package URL', { ...any, components: [{ name: 'pkg:npm/lib' }] }, {}, [1]],
  ['another version of a component', { ...any, components: [{ name: 'npm://lib', version: '2.0.0' }] }, {}, []],
  ['a watch', { ...any, watches: ['v'] }, {}, [3]],
  ['another policy', { ...any, policies: ['q'] }, {}, []],
  ['what is in a project', any, { project: 'team' }, [4]],
  ['one occurrence', { vulnerabilities: ['CVE-1'] }, { violation_id: 3 }, [3]],
])('a rule about %s has judged again what it can fit alone', async (_, filters, more, expected) => {
  await insert([make(filters, more)], { team: ['shop'] });
  expect(await listDue()).toEqual(expected);
});

it('several rules at once have judged again what each of them can fit', async () => {
  await insert([make({ licenses: ['any'] }), make({ ...any, watches: ['v'] })]);
  expect(await listDue()).toEqual([3, 5]);
});

it('a rule that ends has judged again what is ignored that it fits, and one of which something else is written nothing', async () => {
  const [rule] = await insert([make(any, { expires_at: new Date(Date.now() - 1000) })]);
  await sql`update violation set state = 'ignored', ignored_by = ${rule!.id} where id = 2`.execute(db);
  await sql`delete from evaluation_due`.execute(db);
  expect((await db.transaction().execute((tx) => takeExpired(tx, 10))).map(({ id }) => id)).toContain(rule!.id);
  expect(await listDue()).toEqual([]);
  await sql`update ignore_rule set deleted_at = now() where id = ${rule!.id}`.execute(db);
  // Several rules can hide parts of one violation, so that it counts also where another one is noted.
  expect(await listDue()).toEqual([2, 8]);
  await sql`update violation set state = 'active', ignored_by = null where id = 2`.execute(db);
});
