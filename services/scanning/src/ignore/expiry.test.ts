import { createXrayIgnoreRule, getXrayIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import type { ScanningSchema } from '../schema.ts';
import { auditExpired } from './expiry.ts';

let test: ScanningTestPlatform;
let context: Pick<Context, 'db' | 'platform' | 'peers'>;

beforeAll(async () => {
  test = await startScanningPlatform({ jobs: false });
  context = { db: openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 4 }), platform: test.platform, peers: test.peers };
});
afterAll(async () => {
  await context?.db.destroy();
  await test?.stop();
});

const endings = () => test.audited.filter(({ action }) => action === 'ignore-rule.expired');

it('audits each rule that the clock ended once, though several look at the same time', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const make = async (vulnerability: string) => {
    const body = { notes: 'Until it is mended', expires_at, ignore_filters: { vulnerabilities: [vulnerability] } };
    const { info } = await test.call(createXrayIgnoreRule, { query: {}, body });
    return info.slice(info.lastIndexOf(' ') + 1);
  };
  const [over] = [await make('CVE-2026-1'), await make('CVE-2026-2')];
  expect([await auditExpired(context), endings()]).toEqual([0, []]);
  await context.db
    .updateTable('ignore_rule')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('uuid', '=', over)
    .execute();
  const looks = await Promise.all(Array.from({ length: 4 }, () => auditExpired(context)));
  expect(looks.reduce((sum, count) => sum + count)).toBe(1);
  expect(await auditExpired(context)).toBe(0);
  expect(endings()).toMatchObject([{ actor: 'system', subject: over, name: 'CVE-2026-1', before: { is_expired: true, notes: 'Until it is mended' } }]);
  // It stays to be looked at, as what has ended.
  expect(await test.call(getXrayIgnoreRule, { params: { id: over } })).toMatchObject({ is_expired: true });
});
