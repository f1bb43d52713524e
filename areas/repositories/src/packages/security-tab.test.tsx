import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { releaseBundlesOfChecksum } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { PackageVersionDetails } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryVersions } from '@packhouse/contract/repositories/package-routes.ts';
import { listOperationalRisks, readIndex, readPackageTree, readTabCounts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { getArtifactAlert, ignoreAlert, unignoreAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { listVersionLicences } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import { componentDetails, type Issue, listIssues, type ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { answers, lost, on, refuses, tell } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { packageScreens } from './packages-screens.ts';
// Fetched here once, so that no test waits for it to be read and compiled.
import '../alerts/ignore-dialog.tsx';

prepareConsole();

const version: Partial<PackageVersionDetails> = {
  id: 'npm://app:1.0.0',
  name: '1.0.0',
  packageId: 'npm://app',
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
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
  scanned_at: '2026-01-01T00:00:00.000Z',
  vulnerabilities: { critical: 1, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 },
  judged: [{ ecosystem: 'npm', components: 4, sources: [{ name: 'OSV: npm', at: '2026-01-01T00:00:00.000Z' }] }],
  active: 1,
  ignored: 0,
  may_ignore: true,
  components: 4,
  licenses: [],
};
const issue: Issue = {
  id: 'CVE-2026-1',
  advisories: ['DEMO-1'],
  aliases: ['DEMO-1'],
  severity: 'Critical',
  skipped: false,
  summary: 'It can be harmed',
  details: '',
  published: null,
  modified: '2026-01-01T00:00:00.000Z',
  cvss: [],
  cwes: ['CWE-79'],
  references: [{ type: 'WEB', url: 'javascript:alert(1)' }],
  source: 'Own findings',
  epss: 0.25,
  exploited: '2026-01-05',
  components: [
    {
      name: 'inner',
      version: '0.3.0',
      ecosystem: 'npm',
      purl: 'pkg:npm/inner@0.3.0',
      location: 'package/node_modules/inner',
      layer: null,
      fixed_versions: ['0.3.1'],
    },
  ],
  ignored: null,
};
const rule = {
  id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11',
  author: 'ada',
  notes: 'Not called',
  created: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  own: true,
};
const clean = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };
const address = '/packages/npm%3A%2F%2Fapp/1.0.0/security';
const scanner = { services: { xray: '1' }, licenceType: 'ENTERPRISE' } as const;

const counts = { violations: 1, security_issues: 1, licenses: 2, operational_risk: 0, descendants: 3, ancestors: 1 };

beforeEach(() =>
  server.use(
    answers(queryVersions, { data: { versions: { nodes: [version] } } }),
    answers(readTabCounts, { data: counts, policies: { types: ['security'], waiting: false } }),
  ),
);

it('shows vulnerabilities with what mends them; the one that is open is in the address', async () => {
  server.use(answers(componentDetails, scan), answers(listIssues, { data: [issue], total_count: 1 }));
  const router = renderArea(packageScreens, address, scanner);
  const table = await screen.findByRole('table');
  expect(within(table).getByText('inner 0.3.0')).toBeVisible();
  expect(within(table).getByText('0.3.1')).toBeVisible();
  expect(screen.getByText('It consists of 4 components.')).toBeVisible();
  await userEvent.click(within(table).getByRole('button', { name: 'Show CVE-2026-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'CVE-2026-1' });
  expect(within(dialog).getByText('package/node_modules/inner')).toBeVisible();
  expect(within(dialog).getByText('CWE-79')).toBeVisible();
  expect(within(dialog).getByText('25 %')).toBeVisible();
  expect(within(table).getByText('Exploited')).toBeVisible();
  expect(screen.getByText(/npm: judged by OSV: npm/)).toBeVisible();
  expect(within(dialog).queryByRole('link')).toBeNull();
  expect(router.state.location.search).toBe('?issue=CVE-2026-1');
});

it('says why there is no result', async () => {
  server.use(answers(componentDetails, { ...scan, status: 'scan failed', reason: 'The archive has too many entries', vulnerabilities: null }));
  renderArea(packageScreens, address, scanner);
  expect(await screen.findByText('The scan failed')).toBeVisible();
  expect(screen.getByText('The archive has too many entries')).toBeVisible();
});

it('SEC-007 SEC-048 keeps the state it knows when the server cannot be reached, tries three times more, and says nothing of that', async () => {
  const usual = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...usual.queries, retryDelay: 1 } });
  onTestFinished(() => queryClient.setDefaultOptions(usual));
  let asked = 0;
  let isAway = false;
  server.use(
    on(componentDetails, () => {
      asked += 1;
      return isAway ? lost : tell({ ...scan, status: 'in progress', vulnerabilities: null });
    }),
  );
  renderArea(packageScreens, address, scanner);
  const known = (await screen.findAllByText('The scan is under way')).length;
  isAway = true;
  await queryClient.refetchQueries({ queryKey: [componentDetails.name] });
  expect(asked).toBe(1 + 1 + 3);
  expect(screen.getAllByText('The scan is under way')).toHaveLength(known);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('PKG-054 says Not Scanned for a version that waits for its scan', async () => {
  server.use(refuses(componentDetails, 'not_found'));
  renderArea(packageScreens, address, scanner);
  expect(await screen.findByText('This version waits for its scan.')).toBeVisible();
});

it('PKG-052 asks nothing where no scanner is there', async () => {
  renderArea(packageScreens, address, { services: {}, licenceType: 'ENTERPRISE' });
  expect(await screen.findAllByText('Xray is unavailable')).not.toHaveLength(0);
});

it('SEC-001 keeps licences, the filter, the state of the scan, the indexed repositories and the release bundles of a version', async () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  server.use(
    answers(queryVersions, { data: { versions: { nodes: [{ ...version, digest }] } } }),
    answers(componentDetails, { ...scan, active: 1, ignored: 1 }),
    answers(listIssues, { data: [issue], total_count: 1 }),
    answers(listVersionLicences, {
      data: [{ name: 'Apache-2.0', origin: 'custom', author: 'ada', at: null, project: null }],
      total_count: 1,
      may_change: false,
      project: null,
    }),
    answers(releaseBundlesOfChecksum, { data: { data: [{ name: 'shop', version: '4.2' }] } }),
    answers(readIndex, { data: [{ name: 'js', type: 'local', pkg_type: 'npm', indexed: false, scanned: 1, total: 2 }], total_count: 1 }),
  );
  const { dispose } = renderArea(packageScreens, address, { ...scanner, services: { ...scanner.services, distribution: '1' } });
  expect(await screen.findByText('shop 4.2')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Active (1)', pressed: true })).toBeVisible();
  expect(screen.getByText('It consists of 4 components.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Licences/ }));
  expect(await screen.findByRole('row', { name: 'Apache-2.0 Somebody here ada' })).toBeVisible();
  dispose();
  cleanup();
  queryClient.clear();
  server.use(refuses(componentDetails, 'not_found'));
  renderArea(packageScreens, address, { ...scanner, administrator: true });
  expect(await screen.findByText(/Nothing that comes into js is scanned/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Indexed resources' })).toHaveAttribute('href', '/admin/xray/indexed-resources');
});

it('SEC-002 shows what is active unless what is ignored is asked for, which is in the address', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers(componentDetails, { ...scan, active: 1, ignored: 1 }),
    answers(listIssues, ({ query }) => {
      asked.push(query.get('filter'));
      const isIgnored = query.get('filter') === 'ignored';
      return { data: [isIgnored ? { ...issue, id: 'CVE-2026-9', ignored: rule } : issue], total_count: 1 };
    }),
  );
  const router = renderArea(packageScreens, address, scanner);
  expect(await screen.findByText('CVE-2026-1')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ignored (1)' }));
  expect(await screen.findByText('CVE-2026-9')).toBeVisible();
  expect(screen.getByText('Ignored by ada: Not called')).toBeVisible();
  expect([router.state.location.search, asked]).toEqual(['?findings=ignored', ['active', 'ignored']]);
  await userEvent.click(screen.getByRole('button', { name: 'Active (1)' }));
  expect(await screen.findByText('CVE-2026-1')).toBeVisible();
  expect(router.state.location.search).toBe('');
});

it('ARTI-019 ARTI-020 ignores a finding of a version, and shows it again', async () => {
  const asked: unknown[] = [];
  const finding = { id: 'CVE-2026-1', severity: 'Critical' as const, summary: 'Harms', ignored: null };
  server.use(
    answers(componentDetails, { ...scan, ignored: 1 }),
    answers(listIssues, ({ query }) => ({ data: [query.get('filter') === 'ignored' ? { ...issue, ignored: rule } : issue], total_count: 1 })),
    answers(getArtifactAlert, {
      alert: { packageId: 'npm://app', version: '1.0.0', severity: 'Critical', active: 1, ignored: 0, findings: [finding], allowed: true },
    }),
    answers(ignoreAlert, ({ body }) => {
      asked.push(body);
      return { id: rule.id, active: 0, ignored: 1 };
    }),
    answers(unignoreAlert, ({ body }) => {
      asked.push(body);
      return { active: 1, ignored: 0 };
    }),
  );
  renderArea(packageScreens, `${address}?issue=CVE-2026-1`, scanner);
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'CVE-2026-1' })).getByRole('button', { name: 'Ignore…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ignore the alert of app' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Not called');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Ignored (1)' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show CVE-2026-1' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'CVE-2026-1' })).getByRole('button', { name: 'Show again' }));
  const place = { repoKey: 'js', path: 'app/-/app-1.0.0.tgz' };
  await waitFor(() =>
    expect(asked).toEqual([
      { ...place, notes: 'Not called', findings: ['CVE-2026-1'] },
      { ...place, findings: ['CVE-2026-1'] },
    ]),
  );
});

const unjudged: ScanDetails['judged'] = [{ ecosystem: 'npm', components: 4, sources: [] }];

it.each([
  ['No known vulnerabilities', {}],
  ['Nothing found, but the scan is incomplete', { partial: 'Some archives inside this one cannot be read' }],
  ['Nothing found, but the scan is incomplete', { vulnerabilities: { ...clean, partial: true } }],
  ['Nothing is active', { ignored: 2 }],
  ['Not judged', { vulnerabilities: { ...clean, partial: true, notJudged: true }, judged: unjudged }],
] as const)('says %s where nothing is shown', async (title, more) => {
  server.use(answers(componentDetails, { ...scan, vulnerabilities: clean, active: 0, ...more }), answers(listIssues, { data: [], total_count: 0 }));
  renderArea(packageScreens, address, scanner);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

it('SEC-009 shows tabs with counts, each with its own list, and keeps the one that is open in the address', async () => {
  const declared = { name: 'MIT', origin: 'declared' as const, author: null, at: null, project: null };
  const facts = {
    released: '2026-01-01T00:00:00.000Z',
    age_months: 10,
    newer_versions: 4,
    latest_version: '1.4.0',
    cadence: 5,
    deprecated: null,
    yanked: false,
  };
  const holder = {
    component_id: 'docker://shop',
    name: 'shop',
    version: '1',
    package_type: 'docker',
    repository: 'images',
    path: 'shop/1/manifest.json',
    location: 'srv/node_modules/app/package.json',
  };
  server.use(
    answers(componentDetails, scan),
    answers(listIssues, { data: [issue], total_count: 1 }),
    answers(listVersionLicences, {
      data: [{ name: 'Apache-2.0', origin: 'custom', author: 'ada', at: '2026-01-01T00:00:00.000Z', project: null }, declared],
      total_count: 2,
      may_change: true,
      project: null,
    }),
    answers(listOperationalRisks, { data: [{ name: 'app', version: '1.0.0', level: 'Low', reasons: ['4 versions are newer'], facts }], total_count: 1 }),
    answers(readPackageTree, { data: [holder], total_count: 1 }),
  );
  const router = renderArea(packageScreens, address, scanner);
  for (const name of ['Vulnerabilities (1)', 'Violations (1)', 'Operational risk (0)', 'Consists of (3)'])
    expect(await screen.findByRole('button', { name })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Licences (2)' }));
  expect(await screen.findByText('Apache-2.0')).toBeVisible();
  expect(router.state.location.search).toBe('?data=licences');
  await userEvent.click(screen.getByRole('button', { name: 'Operational risk (0)' }));
  expect(await screen.findByText('4 versions are newer')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Used by (1)' }));
  expect(await screen.findByRole('link', { name: 'shop' })).toHaveAttribute('href', '/packages/docker%3A%2F%2Fshop/1/security');
});

it('SEC-042 says above the findings what of a version is out of support, and why its operational risk is high', async () => {
  const ended = { what: 'distribution' as const, product: 'Debian', cycle: '10', version: '10', state: 'ended' as const, day: '2024-06-30' };
  const over = { ...ended, what: 'runtime' as const, product: 'Node.js', cycle: '16', version: '16.20.2', day: null };
  server.use(answers(componentDetails, { ...scan, unsupported: [ended, over] }), answers(listIssues, { data: [issue], total_count: 1 }));
  renderArea(packageScreens, address, scanner);
  expect(await screen.findByText('Out of support, so that nothing found in it is mended any more: Debian 10 since 2024-06-30, Node.js 16.')).toBeVisible();
});

const noFacets = { active: 0, ignored: 0, severities: [], types: [], policies: [], watches: [], repositories: [] };
type Policies = { types: ('security' | 'license')[]; waiting: boolean };
const judgedByNobody = { ...clean, partial: true, notJudged: true };

it.each<[string, Partial<ScanDetails>, Policies]>([
  ['No policy judges it', {}, { types: [], waiting: false }],
  ['Not judged', { vulnerabilities: judgedByNobody }, { types: ['security'], waiting: false }],
  ['Not judged', { vulnerabilities: null, status: 'scan failed' }, { types: ['security'], waiting: false }],
  ['It is being judged', {}, { types: ['security'], waiting: true }],
  ['No rule is broken by what is known', { vulnerabilities: { ...clean, partial: true } }, { types: ['security'], waiting: false }],
  ['No rule of a policy is broken', { vulnerabilities: judgedByNobody }, { types: ['license'], waiting: false }],
  ['No rule of a policy is broken', {}, { types: ['security', 'license'], waiting: false }],
])('says %s where no rule is broken and %o', async (title, change, policies) => {
  server.use(
    answers(componentDetails, { ...scan, vulnerabilities: clean, active: 0, ...change }),
    answers(listIssues, { data: [], total_count: 0 }),
    answers(readTabCounts, { data: { ...counts, violations: 0 }, policies: policies }),
    answers(listViolations, { data: [], total_count: 0, next: null, previous: null, facets: noFacets }),
  );
  renderArea(packageScreens, `${address}?data=violations`, scanner);
  expect(await screen.findByText(title)).toBeVisible();
});

it('shows what an advisory says without running any of it', async () => {
  const details = [
    'Update **now**.',
    '<script>window.hacked = 1</script><img src=x onerror="window.hacked=1">',
    '[a link](javascript:window.hacked=1) <a href="javascript:window.hacked=1">another</a>',
    '<form action="https://example.com"><input name="password"></form><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  ].join('\n\n');
  const hostile = { ...issue, summary: '<img src=x onerror="window.hacked=1">', details, references: [{ type: 'WEB', url: 'javascript:window.hacked=1' }] };
  server.use(answers(componentDetails, scan), answers(listIssues, { data: [hostile], total_count: 1 }));
  renderArea(packageScreens, `${address}?tab=issues&issue=CVE-2026-1`, scanner);
  const dialog = await screen.findByRole('dialog', { name: 'CVE-2026-1' });
  expect(await within(dialog).findByText('now')).toBeVisible();
  expect(within(dialog).getByText(hostile.summary)).toBeVisible();
  expect(dialog.querySelectorAll('script, iframe, form, input, img, [onerror], [href^="javascript:" i]')).toHaveLength(0);
  expect('hacked' in window).toBe(false);
});
