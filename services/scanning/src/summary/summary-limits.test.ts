import { summariseArtifacts } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { createXrayIgnoreRule, getXrayIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { listIssues } from '@packhouse/contract/scanning/scanning-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanningSchema } from '../schema.ts';

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform();
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  for (const name of ['many', 'more', 'few']) {
    await test.publishNpm('js', name, '1.0.0');
    await test.scanned(`npm://${name}`, '1.0.0');
  }
  const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
  await sql`
    insert into advisory (id, modified, canonical, severity, summary, details)
    select 'DEMO-' || lpad(number::text, 5, '0'), now(), 'DEMO-' || lpad(number::text, 5, '0'), 'High', 'Harmful', '' from generate_series(1, 12000) as number`.execute(
    db,
  );
  await sql`
    insert into finding (component_id, advisory_id, severity, confidence)
    select component.id, advisory.id, 'High', 'known' from component, advisory
    where component.name in ('many', 'more') or (component.name = 'few' and advisory.id <= 'DEMO-00003')`.execute(db);
  await db.destroy();
});
afterAll(() => test.stop());

const findPath = (name: string) => `js/${name}/-/${name}-1.0.0.tgz`;

describe('answers with very many vulnerabilities', () => {
  it('summarise no more than one request may load, and still what fits beside it', async () => {
    const { artifacts, errors } = await test.call(summariseArtifacts, {
      body: { paths: [findPath('many'), findPath('more'), findPath('few'), findPath('many')] },
    });
    expect(artifacts.map(({ general, issues }) => [general.path, issues.length])).toEqual([
      [`default/${findPath('many')}`, 12_000],
      [`default/${findPath('few')}`, 3],
    ]);
    expect(errors).toEqual([{ error: 'Too much was asked for at once', identifier: findPath('more') }]);
  });

  it('list them page by page', async () => {
    const page = (page_num: number) => test.call(listIssues, { query: { packageId: 'npm://many', version: '1.0.0', num_of_rows: 500, page_num } });
    const [second, last, beyond] = [await page(2), await page(24), await page(25)];
    expect([second.total_count, second.data[0]?.id, second.data.length]).toEqual([12_000, 'DEMO-00501', 500]);
    expect([last.data.length, last.data.at(-1)?.id, beyond.data.length, beyond.total_count]).toEqual([500, 'DEMO-12000', 0, 12_000]);
  });
});

describe('refusals for existing clients', () => {
  it('say `error` as well as what everybody else reads', async () => {
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${test.baseUrl}/xray/api/v1${path}`, {
        ...init,
        headers: { 'content-type': 'application/json', ...test.headersOf('admin') },
      });
      return [answer.status, await answer.json()];
    };
    expect(await ask('/ignore_rules/6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11')).toEqual([
      404,
      { error: 'There is no such ignore rule', errors: [expect.objectContaining({ status: 404, code: 'not_found', message: 'There is no such ignore rule' })] },
    ]);
    const [status, body] = await ask('/ignore_rules', { method: 'POST', body: '{"notes":"x","ignore_filters":{}}' });
    expect([status, body]).toMatchObject([400, { error: expect.stringContaining('Name at least one vulnerability'), errors: [{ code: 'invalid_input' }] }]);
    await expect(test.call(getXrayIgnoreRule, { params: { id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11' } })).rejects.toMatchObject({ code: 'not_found' });
    await expect(test.call(createXrayIgnoreRule, { body: { notes: 'x', ignore_filters: { cves: ['CVE-1'] } } }, { as: 'anonymous' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
