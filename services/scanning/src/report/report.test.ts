import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import type { ReportBody } from '@packhouse/contract/scanning/report-input.ts';
import * as reports from '@packhouse/contract/scanning/report-routes.ts';
import { createXrayIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { Db, ScanningSchema } from '../schema.ts';
import { dueReportsJob, reportJob } from './report-job.ts';

const grant = (resourceType: 'repository' | 'project' | 'duty', names: string[], actions: Actor['grants'][number]['actions'], include: string[] = []) => ({
  permission: 'given',
  resourceType,
  names,
  include,
  exclude: [],
  actions,
  through: 'user',
});
const people = {
  reporter: [grant('repository', ['js'], ['read'], ['app/**']), grant('duty', ['reports'], ['read', 'manage'])],
  keeper: [grant('project', ['shop'], ['read', 'manage']), grant('repository', ['shop-js'], ['read'])],
  reader: [grant('repository', ['js'], ['read'])],
};
const hostile = '<script>alert(1)</script> (/JS alert\\) >> endstream /URI';
const mailed: { to: string; letter: object }[] = [];

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform({ actors: Object.fromEntries(Object.entries(people).map(([name, grants]) => [name, { grants }])) });
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  test.peers.actorNamed = async (name) =>
    name === 'gone'
      ? undefined
      : { kind: 'user', name, administrator: name === 'admin', groups: [], grants: people[name as 'reader'] ?? [], realm: 'internal', via: 'password' };
  test.peers.notices = {
    isOn: async () => true,
    addressOf: async () => undefined,
    administratorAddresses: async () => [],
    deciders: async () => [],
    queueExceptions: async () => undefined,
    mailBuckets: async () => undefined,
    mailChanges: async () => undefined,
    mailViolations: async () => undefined,
    mailReport: async (to, letter) => void mailed.push({ to, letter }),
  };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'shop-js', format: 'npm', projectKey: 'shop' });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  const source = await test.source('advisories', { covers: ['npm'] });
  const fixed = { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }, { fixed: '1.1.0' }] };
  await test.upload(
    source,
    lines(
      osv('GHSA-app', fixed, { aliases: ['CVE-2026-1'], summary: '=HYPERLINK("http://example.com")', database_specific: { severity: 'HIGH' } }),
      osv('MAL-evil', { ecosystem: 'npm', name: 'evil', versions: ['6.6.6'] }, { summary: hostile, database_specific: { severity: 'CRITICAL' } }),
    ),
  );
  for (const [repository, name, version] of [
    ['js', 'app', '1.0.0'],
    ['js', 'evil', '6.6.6'],
    ['shop-js', 'app', '1.0.0'],
  ] as const) {
    await test.publishNpm(repository, name, version);
  }
  await vi.waitFor(async () => {
    const scanned = await db.selectFrom('target').select('id').where('state', '=', 'scanned').execute();
    if (scanned.length < 3) throw new Error('Not all is scanned');
    // Versions that come within a second of each other are judged together, so a risk is known later than a scan.
    const judged = await db.selectFrom('operational').select('component_id').execute();
    if (judged.length < 2) throw new Error('Not every risk is judged');
  }, patience);
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

type Body = z.input<typeof ReportBody>;
async function settled(id: number, as = 'admin') {
  let report: reports.Report | undefined;
  await vi.waitFor(async () => {
    report = await test.call(reports.readReport, { params: { id } }, { as });
    if (report.status === 'pending' || report.status === 'running') throw new Error('It is being made');
  }, patience);
  return report!;
}
async function make(type: string, body: Partial<Body> = {}, as = 'admin', projectKey?: string) {
  const query = projectKey === undefined ? {} : { projectKey };
  const { report_id } = await test.call(reports.createXrayReport, { params: { report: type }, query, body: { name: type, ...body } }, { as });
  const report = await settled(report_id, as);
  expect([report.status, report.said]).toEqual(['completed', undefined]);
  const { rows, total_rows } = await test.call(reports.listXrayReportRows, { params: { type, id: report_id } }, { as });
  expect(report.number_of_rows).toBe(total_rows);
  return { id: report_id, rows, report };
}
const places = (rows: readonly reports.ReportRow[]) => rows.map(({ path }) => String(path).split('/', 2).join('/')).sort();
const file = async (id: number, format: string) => {
  const answer = await fetch(`${test.baseUrl}/xray/api/v1/reports/export/${id}?format=${format}`, { headers: test.headersOf('admin') });
  return { type: answer.headers.get('content-type'), name: answer.headers.get('content-disposition'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('reports', () => {
  it('list vulnerabilities worst first, with who ignores them, why and until when, by filters', async () => {
    const { info } = await test.call(createXrayIgnoreRule, {
      body: { notes: 'Never called', ignore_filters: { vulnerabilities: ['CVE-2026-1'], artifacts: [{ name: 'app-1.0.0.tgz', path: 'shop-js/app/-/' }] } },
    });
    expect(info).toContain('Successfully');
    const { rows, report } = await make('vulnerabilities', { notify: { emails: ['a@example.com'] } });
    expect(rows.map(({ severity }) => severity)).toEqual(['Critical', 'High', 'High']);
    const [, ...rest] = rows.map(({ issue_id, path, ignored_by }) => [issue_id, String(path).split('/')[0], ignored_by]);
    expect(rest.sort()).toEqual([
      ['CVE-2026-1', 'js', null],
      ['CVE-2026-1', 'shop-js', 'admin'],
    ]);
    expect(rows.find(({ project }) => project === 'shop')).toMatchObject({
      ignore_reason: 'Never called',
      fixed_versions: ['1.1.0'],
      cves: ['CVE-2026-1'],
      vulnerable_component: 'npm://app:1.0.0',
    });
    expect(report).toMatchObject({ progress: 100, total_artifacts: 3, num_of_processed_artifacts: 3, report_type: 'vulnerabilities' });
    await vi.waitFor(() => expect(mailed).toEqual([{ to: 'a@example.com', letter: { id: report.id, name: 'vulnerabilities', rows: 3 } }]), patience);
    const filtered = async (filters: Body['filters']) => places((await make('vulnerabilities', { filters })).rows);
    expect(await filtered({ severities: ['Critical'] })).toEqual(['js/evil']);
    expect(await filtered({ cve: 'cve-2026-1', impacted_artifact: 'shop-js/*' })).toEqual(['shop-js/app']);
    expect(await filtered({ has_remediation: false })).toEqual(['js/evil']);
    expect(await filtered({ vulnerable_component: 'npm://ap*' })).toEqual(['js/app', 'shop-js/app']);
    expect(await filtered({ published: { end: '2025-12-31' } })).toEqual([]);
  });

  it('tell of licences, risks, contents and violations', async () => {
    expect((await make('licenses', { resources: { repositories: [{ name: 'js', include_path_patterns: ['app/**'] }] } })).rows).toMatchObject([
      { license: 'MIT', unknown: false, custom: false, artifact: 'npm://app:1.0.0' },
    ]);
    expect((await make('licenses', { filters: { license_names: ['Apache-2.0'] } })).rows).toEqual([]);
    expect((await make('operationalRisks')).rows.map(({ risk }) => risk)).toEqual(['None', 'None', 'None']);
    expect(places((await make('components')).rows)).toEqual(['js/app', 'js/evil', 'shop-js/app']);
    await test.call(createPolicy, { body: { name: 'severe', type: 'security', rules: [{ name: 'one', criteria: { min_severity: 'High' } }] } });
    const body = { general_data: { name: 'all' }, project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'severe' }] };
    await test.call(createWatch, { body });
    const { rows } = await make('violations', { filters: { violation_status: 'Active', watch_names: ['all'] } });
    expect(rows.map(({ severity, status, watch_name, policy_name }) => [severity, status, watch_name, policy_name])).toEqual([
      ['Critical', 'Active', 'all', 'severe'],
      ['High', 'Active', 'all', 'severe'],
    ]);
    expect((await make('violations', { filters: { violation_status: 'Ignored' } })).rows).toMatchObject([
      { ignored_by: 'admin', ignore_reason: 'Never called' },
    ]);
  });

  it('are files whose cells run nothing', async () => {
    const { id } = await make('vulnerabilities', { name: 'vulnerabilities' });
    const csv = await file(id, 'csv');
    expect(csv.type).toContain('text/csv');
    expect(csv.name).toBe('attachment; filename="vulnerabilities.csv"');
    expect(csv.bytes.toString()).toContain(`"'=HYPERLINK(""http://example.com"")"`);
    expect(JSON.parse((await file(id, 'json')).bytes.toString())).toMatchObject({ total_rows: 3, rows: [{ issue_id: 'MAL-evil' }, {}, {}] });
    const pdf = await file(id, 'pdf');
    expect(pdf.type).toBe('application/pdf');
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.bytes.subarray(-6).toString()).toContain('%%EOF');
    // What an advisory says is text of a page: no action, no link, and nothing that opens by itself.
    const text = pdf.bytes.toString('latin1');
    expect(text).toContain('/FlateDecode');
    expect(text).not.toMatch(/\/S \/(?:JavaScript|URI|Launch)|\/OpenAction|\/EmbeddedFile|<script/);
  });

  it('refuse by its name what they do not look at', async () => {
    const refusal = async (type: string, body: object) =>
      make(type, body as never).catch(({ message, detail }: { message: string; detail?: { path: string }[] }) => detail?.[0]?.path ?? message);
    expect(await refusal('exposures', {})).toContain('exposures');
    expect(await refusal('violations', { resources: { builds: { names: ['app'], number_of_latest_versions: 0 } } })).toBe(
      'resources.builds.number_of_latest_versions',
    );
    expect(await refusal('licenses', { filters: { severities: ['High'] } })).toBe('filters.severities');
    expect(await refusal('licenses', { filters: { ca_filter: { allowed_ca_statuses: [] } } })).toBe('filters.ca_filter');
    expect(await refusal('licenses', { cron_schedule: 'now and then' })).toBe('cron_schedule');
    expect(await refusal('licenses', { cron_schedule: '0 0 31 2 *' })).toBe('cron_schedule');
    expect(await refusal('licenses', { cron_schedule: '0 6 * * 1', cron_schedule_timezone: 'Mars' })).toBe('cron_schedule_timezone');
  });
});

describe('who reports', () => {
  it('SEC-050 is whoever administers, in their project too, and whoever has the duty; each sees what they may read', async () => {
    await expect(make('licenses', {}, 'reader')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(make('licenses', {}, 'keeper')).rejects.toMatchObject({ code: 'forbidden' });
    expect(places((await make('licenses', {}, 'reporter')).rows)).toEqual(['js/app']);
    const ofShop = await make('licenses', {}, 'keeper', 'shop');
    expect(places(ofShop.rows)).toEqual(['shop-js/app']);
    const all = await make('licenses');
    for (const as of ['keeper', 'reporter', 'reader'])
      await expect(test.call(reports.readXrayReport, { params: { report: all.id } }, { as })).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('failed to get report details'),
      });
    expect((await test.call(reports.listReports, {}, { as: 'keeper' })).data.map(({ id }) => id)).toEqual([ofShop.id]);
    expect((await test.call(reports.listXrayReports, {}, { as: 'reporter' })).total_reports).toBe(1);
    await expect(test.call(reports.listReports, {}, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    const body = { name: 'x', type: 'licenses' as const };
    expect(await test.call(reports.previewReport, { body }, { as: 'reporter' })).toEqual({ versions: 2, looked: 2, rows: 1 });
    expect(await test.call(reports.deleteXrayReport, { params: { report: ofShop.id } }, { as: 'keeper' })).toEqual({
      info: 'report licenses deleted successfully',
    });
    expect(test.audited.at(-1)).toMatchObject({ action: 'report.deleted', actor: 'keeper' });
  });
});

describe('making a report', () => {
  const context = () => ({ db, platform: test.platform, peers: test.peers, log: test.platform.logger('xray') }) as never;
  const run = (id: number) => reportJob(context()).run({ id }, new AbortController().signal);

  it('begins anew where a process ended meanwhile, and gives up after three times', async () => {
    const { id } = await make('licenses');
    const broken = { state: 'running', run: 7, attempts: 1 } as const;
    await db.updateTable('report').set(broken).where('id', '=', id).execute();
    await db.insertInto('report_row').values({ report_id: id, run: 7, severity: 1, position: 0, data: '{}' }).execute();
    expect((await test.call(reports.listReportRows, { params: { id } })).total_count).toBe(3);
    await run(id);
    expect((await test.call(reports.listReportRows, { params: { id } })).data).toHaveLength(3);
    expect(await db.selectFrom('report_row').select('run').distinct().where('report_id', '=', id).execute()).toEqual([{ run: 8 }]);
    await db
      .updateTable('report')
      .set({ ...broken, attempts: 3 })
      .where('id', '=', id)
      .execute();
    await run(id);
    expect(await test.call(reports.readReport, { params: { id } })).toMatchObject({ status: 'failed', said: { reason: 'report_broke_off' }, readable: true });
  });

  it('is ended by whoever may, and made again', async () => {
    const { id } = await make('licenses');
    const params = { id };
    await expect(test.call(reports.cancelReport, { params })).rejects.toMatchObject({ code: 'conflict' });
    await db.updateTable('report').set({ state: 'running', run: 9 }).where('id', '=', id).execute();
    await expect(test.call(reports.runReport, { params })).rejects.toMatchObject({ code: 'conflict' });
    expect(await test.call(reports.cancelReport, { params })).toMatchObject({ status: 'aborted' });
    await run(id);
    expect(await test.call(reports.readReport, { params })).toMatchObject({ status: 'aborted', readable: true });
    await test.call(reports.runReport, { params });
    expect(await settled(id)).toMatchObject({ status: 'completed', number_of_rows: 3 });
    await db.updateTable('report').set({ author: 'gone', state: 'pending' }).where('id', '=', id).execute();
    await run(id);
    expect(await test.call(reports.readReport, { params })).toMatchObject({ status: 'failed', said: { reason: 'report_author_gone' } });
  });

  it.each(['csv', 'json'])('breaks off a file that is being sent as %s, which otherwise would end as if it were whole', async (format) => {
    const { id } = await make('licenses');
    const { shown } = await db.selectFrom('report').select('shown').where('id', '=', id).executeTakeFirstOrThrow();
    // As large as a report of a large installation: more than what a connection takes before somebody reads.
    const more = 40_000;
    await sql`insert into report_row (report_id, run, severity, position, data) select ${id}, ${shown}, 6, 100 + number, jsonb_build_object('path', repeat('long/', 100))
      from generate_series(1, ${more}::integer) as number`.execute(db);
    await db
      .updateTable('report')
      .set({ rows: 3 + more })
      .where('id', '=', id)
      .execute();
    const ask = () => fetch(`${test.baseUrl}/xray/api/v1/reports/export/${id}?format=${format}`, { headers: test.headersOf('admin') });
    const whole = await (await ask()).text();
    expect(format === 'csv' ? whole.trim().split('\n') : [null, ...JSON.parse(whole).rows]).toHaveLength(1 + 3 + more);
    const answer = await ask();
    expect(answer.status).toBe(200);
    await test.call(reports.runReport, { params: { id } });
    await settled(id);
    await expect(answer.text()).rejects.toThrow();
  });

  it('comes around by its schedule', async () => {
    const { id, report } = await make('licenses', { cron_schedule: '0 6 * * 1', cron_schedule_timezone: 'Europe/Berlin' });
    expect(report).toMatchObject({ cron_schedule: '0 6 * * 1', next_time: expect.any(String) });
    await db
      .updateTable('report')
      .set({ next_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await dueReportsJob(context()).run({}, new AbortController().signal);
    const again = await settled(id);
    expect(again.status).toBe('completed');
    expect(Date.parse(again.next_time!)).toBeGreaterThan(Date.now());
    expect(Date.parse(again.end_time!)).toBeGreaterThan(Date.parse(report.end_time!));
  });
});
