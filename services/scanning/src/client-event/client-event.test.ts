import { clientEventLimits } from '@packhouse/contract/repositories/limits.ts';
import * as contract from '@packhouse/contract/scanning/client-event-routes.ts';
import { interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanningSchema } from '../schema.ts';
import { deleteEndedEvents } from './client-event-queries.ts';

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({ actors: { dora: {}, stranger: {} } });
});
afterAll(() => test?.stop());

const missing = '01234567-89ab-4cde-8f01-23456789abcd';
/** As the Go library writes it. */
const started = {
  event_type: 1,
  event_status: 'started' as const,
  product: 'cli',
  product_version: '2.121.0',
  is_default_config: false,
  jfrog_user: 'dora',
  os_platform: 'linux',
  os_architecture: 'amd64',
  machine_id: 'm-1',
  jpd_version: '7.146.10',
  gitinfo: { source: { git_repo_url: 'https://git.example/shop.git', branch_name: 'main', commit_hash: 'c'.repeat(40) }, technologies: ['npm'] },
  is_gitinfo_flow: true,
};

describe.each([
  ['newer', contract.newerClientCalls],
  ['older', contract.olderClientCalls],
])('API-001 scans of source code at the %s address', (_, calls) => {
  it('tell their version', async () => {
    expect(await test.call(calls.version, {}, { as: 'dora' })).toEqual({ xsc_version: interfaceVersions.xsc, xray_version: interfaceVersions.xray });
  });

  it('are kept from their beginning to their end, for who made them and for administrators', async () => {
    const { multi_scan_id } = await test.call(calls.begin, { body: started }, { as: 'dora' });
    expect(await test.call(calls.read, { params: { id: multi_scan_id } }, { as: 'dora' })).toEqual({ ...started, multi_scan_id });
    const ended = { event_status: 'completed' as const, total_findings: 3, total_ignored_findings: 1, total_scan_duration: '12s' };
    await test.call(calls.end, { body: { ...ended, multi_scan_id } }, { as: 'dora' });
    const kept = { ...started, ...ended, multi_scan_id };
    expect(await test.call(calls.read, { params: { id: multi_scan_id } }, { as: 'admin' })).toEqual(kept);
    await expect(test.call(calls.read, { params: { id: multi_scan_id } }, { as: 'stranger' })).rejects.toMatchObject({ status: 404 });
    await expect(test.call(calls.end, { body: { event_status: 'failed', multi_scan_id } }, { as: 'stranger' })).rejects.toMatchObject({ status: 404 });
    expect(await test.call(calls.read, { params: { id: multi_scan_id } }, { as: 'dora' })).toEqual(kept);
    await expect(test.call(calls.end, { body: { event_status: 'failed', multi_scan_id: missing } }, { as: 'dora' })).rejects.toMatchObject({ status: 404 });
  });

  it('are refused when they say too much, at once or by and by', async () => {
    const half = 'x'.repeat(clientEventLimits.document.most / 2);
    await expect(test.call(calls.begin, { body: { first: half, second: half } }, { as: 'dora' })).rejects.toMatchObject({ status: 413 });
    const { multi_scan_id } = await test.call(calls.begin, { body: { first: half } }, { as: 'dora' });
    await expect(test.call(calls.end, { body: { second: half, multi_scan_id } }, { as: 'dora' })).rejects.toMatchObject({ status: 413 });
    expect(await test.call(calls.read, { params: { id: multi_scan_id } }, { as: 'dora' })).toEqual({ first: half, multi_scan_id });
  });

  it('use the profile that has dependencies judged, and nothing else', async () => {
    const profile = await test.call(calls.profile, { params: { name: 'default' } }, { as: 'dora' });
    expect(profile.modules[0]?.scan_config).toMatchObject({ sca_scanner_config: { enable_sca_scan: true }, sast_scanner_config: { enable_sast_scan: false } });
    expect(await test.call(calls.profileOf, { body: { repo_url: 'https://git.example/shop.git' } }, { as: 'dora' })).toEqual(profile);
    await expect(test.call(calls.profile, { params: { name: 'strict' } }, { as: 'dora' })).rejects.toMatchObject({ status: 404 });
  });

  it('name the active watches of a project to those who may read them', async () => {
    const query = { git_repository: 'https://git.example/shop.git', project: 'shop' };
    for (const route of [calls.watches, calls.watchesOf])
      expect(await test.call(route, { query }, { as: 'stranger' })).toEqual({ git_repository_watches: [], project_watches: [] });
  });

  it('can say something for the log, and robots what they do', async () => {
    const message = { log_level: 'error' as const, source: 'jfrog-cli', message: 'the scanner ended' };
    await test.call(calls.say, { body: message }, { as: 'dora' });
    const { items } = await test.call(contract.listClientEvents, { query: { kind: 'message' } });
    expect(items[0]).toMatchObject({ user: 'dora', document: message });
    const robot = {
      event_type: 'Source Code SCA',
      git_provider: 'github',
      git_owner: 'acme',
      git_repository: 'shop',
      git_branch: 'main',
      event_status: 'started',
    };
    await test.call(calls.tellOfGit, { body: robot }, { as: 'dora' });
    expect((await test.call(contract.listClientEvents, { query: { kind: 'git' } })).items[0]).toMatchObject({ user: 'dora', document: robot });
  });
});

describe('what clients said', () => {
  it('is listed for administrators, page by page', async () => {
    const all = await test.call(contract.listClientEvents, { query: { kind: 'scan' } });
    const first = await test.call(contract.listClientEvents, { query: { kind: 'scan', limit: 1 } });
    const second = await test.call(contract.listClientEvents, { query: { kind: 'scan', limit: 1, after: first.next! } });
    expect([first.total, first.items[0]?.id, second.items[0]?.id]).toEqual([all.total, all.items[0]?.id, all.items[1]?.id]);
    expect((await test.call(contract.listClientEvents, { query: { search: 'GIT.example/shop' } })).total).toBeGreaterThan(0);
    expect((await test.call(contract.listClientEvents, { query: { search: 'nowhere at all' } })).items).toEqual([]);
    await expect(test.call(contract.listClientEvents, {}, { as: 'dora' })).rejects.toMatchObject({ status: 403 });
  });

  it('gives way: the oldest of a user, and all when its time is over', async () => {
    const db = openDatabase<ScanningSchema>(test.platform.databaseUrl, 'scanning', { connections: 1 });
    try {
      const { multi_scan_id: oldest } = await test.call(contract.newerClientCalls.begin, { body: started }, { as: 'stranger' });
      await sql`update client_event set created_at = now() - interval '1 hour' where id = ${oldest}`.execute(db);
      await sql`insert into client_event (id, kind, owner, document, ends_at)
        select gen_random_uuid(), 'scan', 'stranger', '{}', now() + interval '1 day' from generate_series(1, ${clientEventLimits.each.most - 1})`.execute(db);
      const { multi_scan_id: newest } = await test.call(contract.newerClientCalls.begin, { body: started }, { as: 'stranger' });
      const read = (id: string) => test.call(contract.newerClientCalls.read, { params: { id } }, { as: 'stranger' });
      await expect(read(oldest)).rejects.toMatchObject({ status: 404 });
      expect(await read(newest)).toMatchObject({ product: 'cli' });
      await sql`update client_event set ends_at = now() - interval '1 minute' where owner = 'stranger'`.execute(db);
      await expect(read(newest)).rejects.toMatchObject({ status: 404 });
      await deleteEndedEvents(db);
      expect(await db.selectFrom('client_event').select('id').where('owner', '=', 'stranger').execute()).toEqual([]);
    } finally {
      await db.destroy();
    }
  });
});
