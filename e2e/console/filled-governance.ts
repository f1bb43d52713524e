import type { Call } from '@packhouse/contract/client.ts';
import { createFirewallRule } from '@packhouse/contract/repositories/firewall-routes.ts';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createReport, readReport } from '@packhouse/contract/scanning/report-routes.ts';
import { createCustomIssue } from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { createOwnLicence } from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { importVexDocument } from '@packhouse/contract/scanning/vex-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { expect } from '@playwright/test';

/** A policy and a watch that find something in the examples; answers the id of the worst violation. */
export async function fillGovernance(call: Call, { policy, watch }: { policy: string; watch: string }): Promise<string> {
  const actions = { block_download: { active: true, unscanned: false, grace_period_days: 30 }, fail_build: true, notify_watch_recipients: true };
  const rule = { name: 'everything-known', criteria: { min_severity: 'All Severities' as const }, actions };
  await call(createPolicy, { body: { name: policy, type: 'security', description: 'Nothing known to be harmful goes out', rules: [rule] } });
  await call(createWatch, {
    body: {
      general_data: { name: watch, description: 'What goes to production' },
      project_resources: { resources: [{ type: 'all-repos' }] },
      assigned_policies: [{ name: policy }],
      watch_recipients: ['security@shop.example'],
    },
  });
  await call(createFirewallRule, { body: { name: 'Three days of rest', condition: { kind: 'age', days: 3 } } });
  const components = [{ id: 'npm://@shop/checkout', vulnerable_ranges: ['[1.0.0,2.0.0)'], fixed_versions: ['2.0.0'] }];
  await call(createCustomIssue, { body: { id: 'SHOP-2026-1', summary: 'It tells strangers what customers bought', severity: 'High', components } });
  await call(createOwnLicence, { body: { name: 'Shop-Terms', full_name: 'Terms of the shop', spellings: ['SEE LICENSE IN LICENSE.txt'] } });
  let id = '';
  const findWorst = async () => {
    const { data, total_count } = await call(listViolations, { body: {} });
    id = data[0]?.id ?? '';
    return total_count;
  };
  // The examples are scanned while they are filled in.
  await expect.poll(findWorst, { timeout: 60_000 }).toBeGreaterThan(0);
  return id;
}

/** What the maker of something says of a vulnerability in a project, whose administrators see it; answers the id of the document. */
export async function fillVex(call: Call, projectKey: string): Promise<string> {
  const statements = [
    {
      vulnerability: { name: 'CVE-2026-0001' },
      products: [{ '@id': 'pkg:npm/price-format' }, { '@id': 'https://shop.example/checkout' }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      impact_statement: 'Prices of strangers are never read',
    },
  ];
  const head = { '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://shop.example/vex/2026-1', author: 'Shop Security', version: 1 };
  return (await call(importVexDocument, { query: { projectKey }, body: { ...head, timestamp: '2026-01-02T08:30:00Z', statements } })).id;
}

/** A report of all violations, made; answers its id. */
export async function fillReport(call: Call): Promise<string> {
  const { id } = await call(createReport, { body: { name: 'Every Monday', type: 'violations', cron_schedule: '0 6 * * 1' } });
  await expect.poll(async () => (await call(readReport, { params: { id } })).status, { timeout: 60_000 }).toBe('completed');
  return String(id);
}
