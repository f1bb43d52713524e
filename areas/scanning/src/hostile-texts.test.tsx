import { readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import { listViolationGroups } from '@packhouse/contract/scanning/violation-group-routes.ts';
import { listViolations, readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { governingScreens } from './governing/governing-screens.ts';
import { testViolation } from './governing/test-governing.ts';
import { overviewScreens } from './overview/overview-screens.ts';

prepareConsole();
const administrator = { administrator: true, services: { xray: '1' }, licenceType: 'ENTERPRISE' } as const;

// Whoever publishes an advisory or a package writes these, and not who runs the platform.
const summary = '<img src=x onerror="window.hacked=1"><script>window.hacked = 1</script>';
const licence = '<a href="javascript:window.hacked=1">MIT</a>';
const hostile = {
  ...testViolation,
  type: 'license' as const,
  subject: licence,
  summary,
  components: [{ name: '<mark>inner</mark>', version: '<s>1</s>', type: 'npm' }],
};
const facets = { active: 1, ignored: 0, severities: [], types: [], policies: [], watches: [], repositories: [] };
const group = { key: licence, title: licence, severity: 'High' as const, count: 1, fixable: 0, narrow: { subject: licence } };

/** No element came of a text: what somebody wrote is there letter by letter. */
function expectPlain(text: string): void {
  expect(document.body.textContent).toContain(text);
  expect(document.querySelectorAll('script, img[src="x"], [onerror], [href^="javascript:" i], mark, s')).toHaveLength(0);
  expect('hacked' in window).toBe(false);
}

it.each([
  ['the list of violations', '/security/violations'],
  ['one violation', '/security/violations/17'],
  ['groups of violations', '/security/violations?by=subject'],
])('shows what strangers wrote as it is written in %s', async (_what, address) => {
  server.use(
    answers(listViolations, { data: [hostile], total_count: 1, next: null, previous: null, facets }),
    answers(readViolation, { ...hostile, state: 'active', asked: null, events: [] }),
    answers(listViolationGroups, { items: [group], total: 1, next: null }),
  );
  renderArea(governingScreens, address, administrator);
  await expect.poll(() => document.body.textContent).toContain(licence);
  expectPlain(licence);
});

it('shows what strangers wrote as it is written on the first page about security', async () => {
  const first = { subject: 'CVE-2026-1', summary, severity: 'Critical' as const, exploited: null, epss: null, fixed_versions: ['<mark>1</mark>'], versions: 1 };
  server.use(
    answers(readSecurityOverview, {
      active: 1,
      ignored: 0,
      severities: [{ severity: 'High', count: 1 }],
      blocking: 0,
      fixable: 0,
      day: { opened: 1, closed: 0, newest: [hostile] },
      trend: null,
      fix_first: [first],
      sources: [{ name: '<mark>source</mark>', at: '2026-01-01T00:00:00.000Z', ecosystems: ['npm'], is_old: false }],
      not_judged: ['<mark>PyPI</mark>'],
      scans: { scanned: 1, total: 1 },
      watches: 1,
    }),
  );
  renderArea(overviewScreens, '/security/overview', administrator);
  // Among what to fix first, and among what is new.
  expect(await screen.findAllByText(summary)).toHaveLength(2);
  expectPlain(summary);
});
