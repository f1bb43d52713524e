import type { Policy } from '@packhouse/contract/scanning/policy-routes.ts';
import type { Violation } from '@packhouse/contract/scanning/violation.ts';
import type { CountedWatch } from '@packhouse/contract/scanning/watch-routes.ts';

const time = '2026-01-01T00:00:00.000Z';

/** A policy, a watch and a violation as the server tells them. */
export const testPolicy: Policy = {
  name: 'severe',
  type: 'security',
  description: 'Nothing severe',
  rules: [
    {
      name: 'high',
      priority: 1,
      criteria: { min_severity: 'High', fix_version_dependant: true },
      actions: { block_download: { active: true, unscanned: false, grace_period_days: 7 } },
    },
  ],
  author: 'ada',
  created: time,
  modified: time,
  revision: 1,
  watches: ['everything'],
};

export const testWatch: CountedWatch = {
  general_data: { id: '1', name: 'everything', description: '', active: true },
  project_resources: { resources: [{ type: 'all-repos' }] },
  assigned_policies: [{ name: 'severe', type: 'security' }],
  watch_recipients: [],
  author: 'ada',
  modified: time,
  violations: [{ severity: 'High', active: 2, ignored: 1 }],
};

export const testViolation: Violation = {
  id: '17',
  severity: 'High',
  type: 'security',
  subject: 'CVE-2026-1',
  summary: 'It can be harmed',
  components: [{ name: 'inner', version: '0.3.0', type: 'npm' }],
  fixed_versions: ['0.3.1'],
  watch: 'everything',
  policy: 'severe',
  rule: 'high',
  repository: 'js',
  path: 'app/-/app-1.0.0.tgz',
  packageId: 'npm://app',
  version: '1.0.0',
  created: time,
  blocks_from: '2026-01-08T00:00:00.000Z',
  fails_build: false,
  ignored: null,
  may_ignore: true,
};
