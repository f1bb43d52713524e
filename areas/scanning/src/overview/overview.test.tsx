import { type FirewallException, listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import { readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import { listPolicyExceptions, type PolicyException } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { testViolation } from '../governing/test-governing.ts';
import type { Overview } from './overview-parts.tsx';
import { overviewScreens } from './overview-screens.ts';

prepareConsole();
const session = { services: { xray: '1' }, licenceType: 'ENTERPRISE' } as const;
const address = '/security/overview';
const overview: Overview = {
  active: 5,
  ignored: 1,
  severities: [
    { severity: 'Critical', count: 2 },
    { severity: 'High', count: 3 },
  ],
  blocking: 2,
  fixable: 4,
  day: { opened: 1, closed: 3, newest: [testViolation] },
  trend: [
    { day: '2026-01-01', opened: 0, closed: 0, active: 7 },
    { day: '2026-01-02', opened: 1, closed: 3, active: 5 },
  ],
  fix_first: [
    {
      subject: 'CVE-2026-1',
      summary: 'It runs what strangers send',
      severity: 'Critical',
      exploited: '2026-01-05',
      epss: 0.94,
      fixed_versions: ['1.1.0'],
      versions: 2,
    },
  ],
  sources: [{ name: 'OSV: npm', at: '2026-01-01T00:00:00.000Z', ecosystems: ['npm'], is_old: true }],
  not_judged: ['PyPI'],
  scans: { scanned: 9, total: 10 },
  watches: 1,
};
const nothing = { ...overview, active: 0, severities: [], fix_first: [], day: { opened: 0, closed: 0, newest: [] } };

beforeEach(() => {
  server.use(answers(listPolicyExceptions, { items: [], total: 0, next: null }), answers(listFirewallExceptions, { items: [], total: 0, next: null }));
});

it('says what waits for the reader to decide, and leads there', async () => {
  const policy: PolicyException = {
    id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11',
    author: 'ann',
    created: '2026-01-01T00:00:00.000Z',
    notes: 'It is never called',
    is_expired: false,
    ignore_filters: { vulnerabilities: ['CVE-2026-1'] },
    state: 'asked',
    violation: '17',
    once: false,
    decided_by: null,
    decided_at: null,
    decision: '',
    may_decide: true,
    may_end: true,
  };
  const ofFirewall: FirewallException = {
    id: '1',
    rule: 'Three days',
    ruleId: '1',
    format: 'npm',
    package: 'rested',
    version: '1.1.0',
    reason: 'The build needs it',
    state: 'asked',
    askedBy: 'ann',
    askedAt: '2026-01-01T00:00:00.000Z',
    decidedBy: '',
    decidedAt: null,
    note: '',
    until: null,
    mayDecide: true,
  };
  server.use(
    answers(readSecurityOverview, overview),
    answers(listPolicyExceptions, { items: [policy, policy, { ...policy, may_decide: false }], total: 3, next: null }),
    answers(listFirewallExceptions, { items: [ofFirewall], total: 1, next: null }),
  );
  renderArea(overviewScreens, address, session);
  expect(await screen.findByRole('link', { name: '2 exceptions from policies' })).toHaveAttribute('href', '/security/exceptions?state=asked');
  expect(await screen.findByRole('link', { name: '1 exception of the firewall' })).toHaveAttribute('href', '/security/firewall/exceptions?state=asked');
});

it('shows trend, what is new, what to fix first and why, and what all of it rests on', async () => {
  server.use(answers(readSecurityOverview, overview));
  renderArea(overviewScreens, address, session);
  expect(await screen.findByRole('img', { name: 'From 7 to 5 active violations; 1 opened, 3 closed' })).toBeVisible();
  expect(screen.getByRole('link', { name: '2 Critical' })).toHaveAttribute('href', '/security/violations?severity=Critical');
  expect(screen.queryByText(/waits for your decision/)).toBeNull();
  expect(screen.getByText('New since yesterday').nextElementSibling?.querySelector('a')).toHaveAttribute('href', '/security/violations?sort=-time');
  const row = within(screen.getByText('It runs what strangers send').closest('tr')!);
  expect(row.getByText('Exploited')).toBeVisible();
  expect(row.getByText('EPSS 94 %')).toBeVisible();
  expect(row.getByText('2 versions')).toBeVisible();
  expect(screen.getByText('3 were closed')).toBeVisible();
  expect(screen.getByText('9 of 10 versions are scanned.')).toBeVisible();
  expect(screen.getByText('Old')).toBeVisible();
  expect(screen.getByText(/Not judged as a whole, since no source stands for them: PyPI/)).toBeVisible();
});

it('says that all is well only by what judges it', async () => {
  server.use(answers(readSecurityOverview, { ...nothing, trend: null }));
  renderArea(overviewScreens, address, session);
  expect(await screen.findByText('Nothing new since yesterday')).toBeVisible();
  expect(screen.getByText('No vulnerability breaks a rule')).toBeVisible();
  expect(screen.getByText('OSV: npm')).toBeVisible();
  expect(screen.getByText(/there is no trend/)).toBeVisible();
});

it('calls nothing well that nobody judges', async () => {
  server.use(answers(readSecurityOverview, { ...overview, sources: [], fix_first: [], day: { opened: 0, closed: 0, newest: [] } }));
  renderArea(overviewScreens, address, session);
  expect(await screen.findByText('Nothing new since yesterday')).toBeVisible();
  expect(screen.getAllByText('That says nothing: there is no source of advisories by which anything could be found.')).toHaveLength(2);
});

it.each([
  ['Nothing has come that could be scanned', { scans: { scanned: 0, total: 0 } }, 'Indexed resources'],
  ['There is no source of advisories', { sources: [] }, 'Choose sources'],
  ['No watch judges anything yet', { watches: 0 }, 'Write a policy'],
] as const)('says what to do first: %s', async (title, change, action) => {
  server.use(answers(readSecurityOverview, { ...nothing, ...change } as Overview));
  renderArea(overviewScreens, address, { ...session, administrator: true });
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole('link', { name: action })).toBeVisible();
});
