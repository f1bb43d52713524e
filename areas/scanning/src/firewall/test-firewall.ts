import type { FirewallException, FirewallRecord, FirewallRule } from '@packhouse/contract/repositories/firewall-routes.ts';

export const testRule: FirewallRule = {
  id: '7',
  name: 'Three days of rest',
  mode: 'observe',
  repositories: ['*'],
  except: [],
  condition: { kind: 'age', days: 3 },
  unknown: 'allow',
  author: 'admin',
  modified: '2026-01-01T00:00:00.000Z',
  mayChange: true,
  reach: [
    { repository: 'deb-remote', format: 'debian', how: 'unknown' },
    { repository: 'files-remote', format: 'generic', how: 'never' },
    { repository: 'npm-remote', format: 'npm', how: 'listings' },
  ],
};

export const testRecord: FirewallRecord = {
  id: '1',
  rule: testRule.name,
  ruleId: '7',
  repository: 'npm-remote',
  package: 'left-pad',
  version: '1.3.1',
  user: 'ada',
  outcome: 'observed',
  place: 'download',
  versions: 1,
  count: 12,
  first: '2026-01-01T00:00:00.000Z',
  last: '2026-01-02T00:00:00.000Z',
};

export const testException: FirewallException = {
  id: '3',
  rule: testRule.name,
  ruleId: '7',
  format: 'npm',
  package: 'left-pad',
  version: '1.3.1',
  reason: 'It mends the outage of today',
  state: 'asked',
  askedBy: 'ada',
  askedAt: '2026-01-01T00:00:00.000Z',
  decidedBy: '',
  decidedAt: null,
  note: '',
  until: null,
  mayDecide: true,
};
