import type { PackageVersionDetails } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryVersions } from '@packhouse/contract/repositories/package-routes.ts';
import { readPackageTree, readTabCounts, readUnifiedImpactPath } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { deleteCustomLicence, listLicenceNames, listVersionLicences, setCustomLicence } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import { componentDetails, type Issue, listIssues, type ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { listWatchesOfIssue } from '@packhouse/contract/scanning/watch-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { packageScreens } from './packages-screens.ts';
// Fetched here once, so that no test waits for it to be read and compiled.
import './licence-drawer.tsx';

prepareFormExamination();

const at = '2026-01-01T00:00:00.000Z';
const ref = { packageId: 'npm://app', version: '1.0.0' };
const version: Partial<PackageVersionDetails> = {
  id: 'npm://app:1.0.0',
  name: '1.0.0',
  packageId: 'npm://app',
  created: at,
  modified: at,
  repos: [{ key: 'js', name: 'js', type: 'local', leadFilePath: 'app/-/app-1.0.0.tgz' }],
  licenses: [],
  size: 1,
  stats: { downloadCount: 0 },
  vulnerabilities: null,
  deprecated: null,
  yanked: false,
  digest: null,
  filesCount: 0,
  files: [],
  description: null,
  homepage: null,
  authors: [],
  tags: [],
  display: [],
  downloadDays: [],
};
const scan: ScanDetails = {
  component_id: 'npm://app',
  name: 'app',
  version: '1.0.0',
  package_type: 'npm',
  repository: 'js',
  path: 'app/-/app-1.0.0.tgz',
  sha256: 'a'.repeat(64),
  status: 'scanned',
  reason: null,
  partial: null,
  scanned_at: at,
  vulnerabilities: { critical: 1, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 },
  judged: [],
  active: 1,
  ignored: 0,
  may_ignore: true,
  components: 4,
  licenses: [],
};
const issue: Issue = {
  id: 'CVE-2026-1',
  advisories: ['CVE-2026-1'],
  aliases: [],
  severity: 'Critical',
  skipped: false,
  summary: 'It can be harmed',
  details: '',
  published: null,
  modified: at,
  cvss: [],
  cwes: [],
  references: [],
  source: null,
  epss: null,
  exploited: null,
  components: [],
  ignored: null,
};
const violation = {
  id: '17',
  severity: 'High' as const,
  type: 'security' as const,
  subject: 'CVE-2026-1',
  summary: '',
  components: [],
  fixed_versions: [],
  watch: 'everything',
  policy: 'severe',
  rule: 'high',
  repository: 'js',
  path: 'app/-/app-1.0.0.tgz',
  ...ref,
  created: at,
  blocks_from: at,
  fails_build: false,
  ignored: null,
  may_ignore: true,
};
const address = '/packages/npm%3A%2F%2Fapp/1.0.0/security';
const session = { administrator: true, services: { xray: '1' }, licenceType: 'ENTERPRISE' } as const;
const counts = { violations: 1200, security_issues: 1, licenses: 2, operational_risk: 0, descendants: 700, ancestors: 1 };
const known = () => [
  answers(queryVersions, { data: { versions: { nodes: [version] } } }),
  answers(readTabCounts, { data: counts, policies: { types: ['security'], waiting: false } }),
  answers(componentDetails, scan),
  answers(listIssues, { data: [issue], total_count: 1 }),
];
beforeEach(() => server.use(...known()));

describe('the security tab of a version', () => {
  it('SEC-009 turns the pages of its violations, each of which leads to what became of it', async () => {
    const asked: unknown[] = [];
    const facets = { active: 1200, ignored: 1, severities: [], types: [], policies: [], watches: [], repositories: [] };
    const ignored = { id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11', author: 'ada', notes: 'Not called', created: at, expires_at: null };
    server.use(
      answers(listViolations, ({ query, body }) => {
        const { filter } = body as { filter: string };
        asked.push([query.get('page_num'), filter]);
        const data = filter === 'ignored' ? [{ ...violation, ignored }] : [violation];
        return { data, total_count: filter === 'ignored' ? 1 : 1200, next: null, previous: null, facets };
      }),
    );
    const router = renderArea(packageScreens, `${address}?data=violations`, session);
    expect(await screen.findByRole('link', { name: 'CVE-2026-1' })).toHaveAttribute('href', '/security/violations/17?packageId=npm%3A%2F%2Fapp&version=1.0.0');
    expect(screen.getByText('Blocks downloads')).toBeVisible();
    const turning = screen.getByRole('navigation', { name: 'Violations' });
    expect(within(turning).getByText('1 to 100 of 1,200')).toBeVisible();
    await userEvent.click(within(turning).getByRole('button', { name: 'Next rows' }));
    expect(await within(turning).findByText('101 to 200 of 1,200')).toBeVisible();
    expect(router.state.location.search).toBe('?data=violations&rows=2');
    await userEvent.click(screen.getByRole('button', { name: 'Ignored (1)' }));
    expect(await screen.findByText('Ignored by ada: Not called')).toBeVisible();
    expect(router.state.location.search).toBe('?data=violations&findings=ignored');
    expect(asked).toEqual([
      ['1', 'active'],
      ['2', 'active'],
      ['1', 'ignored'],
    ]);
  });

  it('turns the pages of what it consists of', async () => {
    const asked: unknown[] = [];
    const held = { name: 'inner', version: '0.3.0', ecosystem: 'npm', purl: 'pkg:npm/inner@0.3.0', location: 'package/node_modules/inner', layer: null };
    server.use(
      answers(readPackageTree, ({ query }) => {
        asked.push(query.get('page_num'));
        return { data: [held], total_count: 700 };
      }),
    );
    renderArea(packageScreens, `${address}?data=descendants`, session);
    expect(await screen.findByText('1 to 500 of 700')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next rows' }));
    expect(await screen.findByText('501 to 700 of 700')).toBeVisible();
    await expect.poll(() => asked).toEqual(['1', '2']);
  });

  it('SEC-034 SEC-043 shows what a vulnerability reaches, and in which watches it breaks a rule, once asked', async () => {
    const step = (name: string, held: string) => ({ component_id: name, name, version: held, location: '' });
    server.use(
      answers(readUnifiedImpactPath, {
        data: [
          { repository: 'js', path: 'app/-/app-1.0.0.tgz', package_type: 'npm', steps: [step('app', '1.0.0'), step('inner', '0.3.0')] },
          { repository: 'artifactory-build-info', path: 'shop/7', package_type: 'build', steps: [step('shop', '7'), step('app', '1.0.0')] },
        ],
        total_count: 60,
        more: true,
      }),
      answers(listWatchesOfIssue, { data: [{ name: 'everything', violations: 2 }], total_count: 1 }),
    );
    renderArea(packageScreens, `${address}?issue=CVE-2026-1`, session);
    const dialog = await screen.findByRole('dialog', { name: 'CVE-2026-1' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show what it reaches' }));
    expect(await within(dialog).findByText('app 1.0.0 → inner 0.3.0')).toBeVisible();
    expect(within(dialog).getByText('shop 7 → app 1.0.0')).toBeVisible();
    expect(within(dialog).getByText('Build')).toBeVisible();
    expect(within(dialog).getByText('More ways lead to it: 2 of 60 are shown.')).toBeVisible();
    const link = await within(dialog).findByRole('link', { name: 'everything' });
    expect(link).toHaveAttribute('href', '/security/violations?watch=everything&subject=CVE-2026-1');
  });
});

const licence = (name: string, origin: 'custom' | 'declared', project: string | null = null) => ({ name, origin, author: null, at: null, project });

describe('licences of a version', () => {
  it('SEC-025 are cleared once asked, for the project that they hold in', async () => {
    const gone: unknown[] = [];
    server.use(
      answers(listVersionLicences, () => ({
        data: gone.length > 0 ? [licence('MIT', 'declared')] : [licence('Apache-2.0', 'custom', 'shop'), licence('MIT', 'declared')],
        total_count: 2 - gone.length,
        may_change: true,
        project: 'shop',
      })),
      answers(deleteCustomLicence, ({ query }) => {
        gone.push(Object.fromEntries(query));
        return undefined;
      }),
    );
    renderArea(packageScreens, `${address}?data=licences`, session);
    expect(await screen.findByText('Somebody in project shop')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear Apache-2.0' }));
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Clear this licence?' })).getByRole('button', { name: 'Clear' }));
    await expect.poll(() => screen.queryByText('Apache-2.0')).toBeNull();
    expect(gone).toEqual([{ ...ref, projectKey: 'shop' }]);
  });

  it('SEC-050 are set by nobody who may not', async () => {
    server.use(answers(listVersionLicences, { data: [licence('MIT', 'declared')], total_count: 1, may_change: false, project: null }));
    renderArea(packageScreens, `${address}?data=licences`, { ...session, administrator: false });
    expect(await screen.findByText('MIT')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set licence' })).toBeNull();
  });
});

examineForm('packages/licence-drawer.tsx LicenceDrawer', {
  routes: packageScreens,
  path: `${address}?data=licences`,
  session,
  answers: [
    ...known(),
    answers(listVersionLicences, { data: [licence('MIT', 'declared')], total_count: 1, may_change: true, project: null }),
    answers(listLicenceNames, { data: ['MIT'], total_count: 1 }),
  ],
  open: ['Set licence'],
  submit: 'Set and judge',
  good: { Licence: 'Apache-2.0' },
  wrong: [['Licence', ' ', /licence/i]],
  sends: setCustomLicence,
  reply: { license: 'Apache-2.0' },
  names: { Licence: 'license' },
});
