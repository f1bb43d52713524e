import { queryClient, refresh } from '@packhouse/console-kit/console-kit.ts';
import { releaseBundlesOfChecksum } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { buildsOfArtifact } from '@packhouse/contract/repositories/build-routes.ts';
import type { Package, PackageDetails, PackageVersionDetails } from '@packhouse/contract/repositories/package-graphql.ts';
import * as routes from '@packhouse/contract/repositories/package-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { packageScreens } from './packages-screens.ts';

prepareConsole();

const chart: Package = {
  id: 'npm://@acme/charts',
  name: '@acme/charts',
  packageType: 'npm',
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-02-01T00:00:00.000Z',
  versionsCount: 2,
  latestVersion: '1.10.0',
  description: 'Draws charts',
  licenses: ['MIT'],
  tags: ['svg'],
  stats: { downloads: 1234, followers: 2 },
  vulnerabilities: null,
  operationalRisk: null,
};
const details: PackageDetails = {
  ...chart,
  homepage: 'https://charts.example.test',
  authors: ['Ann'],
  deprecated: null,
  downloadDays: [
    { day: '2026-01-30', count: 3 },
    { day: '2026-01-31', count: 9 },
  ],
  pointers: [{ name: 'latest', version: '1.10.0' }],
  repos: [{ key: 'npm-local', name: 'npm-local', type: 'local', versionsCount: 2 }],
};
const version: PackageVersionDetails = {
  id: 'npm://@acme/charts:1.10.0',
  name: '1.10.0',
  packageId: chart.id,
  created: chart.created,
  modified: chart.modified,
  repos: [{ key: 'npm-far', name: 'npm-far-cache', type: 'remote', leadFilePath: '@acme/charts/-/charts-1.10.0.tgz' }],
  licenses: ['MIT'],
  size: 2048,
  stats: { downloadCount: 7 },
  vulnerabilities: null,
  deprecated: null,
  yanked: false,
  digest: `sha256:${'a'.repeat(64)}`,
  filesCount: 1,
  downloadDays: [],
  files: [
    {
      name: 'charts-1.10.0.tgz',
      path: '@acme/charts/-/charts-1.10.0.tgz',
      repo: 'npm-far-cache',
      size: 2048,
      mimeType: 'application/x-gzip',
      lead: true,
      md5: 'b'.repeat(32),
      sha1: 'c'.repeat(40),
      sha256: 'a'.repeat(64),
      expiresAt: null,
    },
  ],
  description: 'Draws charts',
  homepage: null,
  authors: [],
  tags: [],
  display: [{ label: 'Node', text: '>= 20' }],
};

type Body = { query: string; variables: Record<string, unknown> };
const getBody = (asked: AskedOf) => asked.body as Body;
const asked: Body['variables'][] = [];

function list(nodes: readonly Package[], after?: { endCursor: string }, unusedFilters: readonly string[] = []) {
  return { data: { packages: { totalCount: 40, unusedFilters, nodes, pageInfo: { hasNextPage: after !== undefined, endCursor: after?.endCursor ?? null } } } };
}

beforeEach(() => {
  asked.length = 0;
  server.use(
    answers(listRepositories, { items: [], total: 0 }),
    answers(routes.packageMigration, { running: false, total: 0, done: 0 }),
    answers(routes.queryPackages, (request) => {
      asked.push(getBody(request).variables);
      return list([chart]);
    }),
    answers(routes.queryPackage, { data: { package: details } }),
    answers(routes.queryVersions, (request) => {
      asked.push(getBody(request).variables);
      return { data: { versions: { totalCount: 1, nodes: [version], pageInfo: { hasNextPage: false, endCursor: null } } } };
    }),
    answers(routes.getProperties, { properties: [{ key: 'npm.name', values: ['@acme/charts'] }] }),
    answers(routes.getReadme, { readme: '# Charts\n\nDraws **charts**.' }),
    answers(routes.getDependencies, {
      dependencies: [
        { name: 'base', requirement: '^1.0.0', scope: 'runtime', packageId: 'npm://base' },
        { name: 'elsewhere', requirement: '*', scope: 'development', packageId: null },
      ],
    }),
  );
});

const address = (path: string) => `/packages/${encodeURIComponent(chart.id)}${path}`;

describe('the packages list', () => {
  it('PKG-001 stands at /packages and leads to packages and versions', async () => {
    renderArea(packageScreens, '/packages');
    expect(await screen.findByRole('heading', { name: /^Packages/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: '@acme/charts' })).toHaveAttribute('href', address(''));
    expect(screen.getByRole('link', { name: '@acme/charts 1.10.0' })).toHaveAttribute('href', address('/1.10.0'));
    expect(screen.getByText('1,234 downloads')).toBeVisible();
  });

  it('PKG-014 asks nothing for one or two letters, and says so', async () => {
    renderArea(packageScreens, '/packages?q=re');
    expect(await screen.findByText('Type at least 3 characters, or choose a repository.')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('PKG-016 searches names in lower case and open at the end, and keeps the search in the address', async () => {
    const router = renderArea(packageScreens, '/packages');
    await screen.findByRole('link', { name: '@acme/charts' });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search packages' }), 'CHART');
    await waitFor(() => expect(asked.at(-1)?.filter).toEqual({ packageType: ['*'], name: 'chart*' }));
    expect(router.state.location.search).toBe('?q=CHART');
  });

  it('shows in the field what the list is searched for, also after going back and forth', async () => {
    const router = renderArea(packageScreens, '/packages');
    const field = await screen.findByRole('searchbox', { name: 'Search packages' });
    for (const text of ['chart', '', 'chart', '']) {
      await act(() => router.navigate(`/packages?q=${text}`));
      expect(field).toHaveValue(text);
    }
  });

  it('PKG-015 asks for two letters inside a chosen project', async () => {
    renderArea(packageScreens, '/packages?q=re', { projectKey: 'shop' });
    await waitFor(() => expect(asked.at(-1)?.filter).toEqual({ packageType: ['*'], name: 're*' }));
  });

  it('SRCH-001 SRCH-018 asks with every filter of the address, and tells of those that it cannot use', async () => {
    server.use(
      answers(routes.queryPackages, (request) => {
        asked.push(getBody(request).variables);
        return list([chart], undefined, ['severities']);
      }),
    );
    const filters = 'licenses:MIT severities:High version:1.* tags:svg path:x';
    const router = renderArea(packageScreens, `/packages?q=chart&type=npm&type=maven&filters=${encodeURIComponent(filters)}`);
    const notice = (await screen.findByText(/Cannot be used in this search/)).closest<HTMLElement>('[role=status]')!;
    await waitFor(() => expect(notice).toHaveTextContent(/Nothing here scans packages/));
    expect(asked[0]?.filter).toEqual({ packageType: ['npm', 'maven'], name: 'chart*', licenses: ['MIT'], severities: ['High'], version: '1.*', tags: ['svg'] });
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map((chip) => chip.textContent),
    ).toEqual(['severities:High', 'path:x']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter licenses:MIT' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Type: npm' }));
    await waitFor(() => expect(asked.at(-1)?.filter).not.toHaveProperty('licenses'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(router.state.location.search).toBe('?q=chart&type=maven&filters=version%3A1.*+tags%3Asvg'));
  });

  it('PKG-055 says when nothing fits, and the filters can be cleared', async () => {
    server.use(answers(routes.queryPackages, list([])));
    const router = renderArea(packageScreens, '/packages?q=nothing&type=npm');
    expect(await screen.findByText('No packages found, please refine your search criteria')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByText('No packages yet')).toBeVisible();
  });

  it('PKG-058 shows an empty list when it cannot be loaded', async () => {
    server.use(refuses(routes.queryPackages, 'internal'));
    renderArea(packageScreens, '/packages');
    expect(await screen.findByText(/The packages could not be loaded/)).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Search packages' })).toBeVisible();
    expect(screen.queryByRole('link', { name: '@acme/charts' })).toBeNull();
  });

  it('PKG-057 warns of partial results while packages are read again', async () => {
    server.use(answers(routes.packageMigration, { running: true, total: 1200, done: 300 }));
    renderArea(packageScreens, '/packages');
    expect(await screen.findByText(/being read again after an upgrade: 300 of 1,200 files.*partial results/)).toBeVisible();
  });

  it('PKG-035 goes on from the cursor of the page before', async () => {
    const second = { ...chart, id: 'npm://second', name: 'second' };
    server.use(answers(routes.queryPackages, (request) => (getBody(request).variables.after === 'c1' ? list([second]) : list([chart], { endCursor: 'c1' }))));
    renderArea(packageScreens, '/packages');
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'second' })).toBeVisible();
    expect(screen.getByRole('link', { name: '@acme/charts' })).toBeVisible();
  });
});

describe('a package', () => {
  it('PKG-002 shows its facts, how to install it and its versions', async () => {
    renderArea(packageScreens, address(''));
    expect(await screen.findByRole('heading', { name: '@acme/charts' })).toBeVisible();
    expect(await screen.findByText('npm install @acme/charts')).toBeVisible();
    const table = await screen.findByRole('table');
    expect(within(table).getByRole('link', { name: '1.10.0' })).toHaveAttribute('href', address('/1.10.0'));
    expect(within(table).getByText('latest')).toBeVisible();
  });

  it('PKG-054 PKG-052 says that nothing was scanned, and that no scanner is there', async () => {
    renderArea(packageScreens, address(''));
    expect(await screen.findByText('Not Scanned')).toBeVisible();
    expect(screen.getByText('Xray is unavailable')).toBeVisible();
  });

  it.each(['N/A', 'OSS', 'JCR'] as const)('PKG-053 says that the licence %s does not include scanning', async (licenceType) => {
    renderArea(packageScreens, address(''), { services: { xray: '1.0.0' }, licenceType });
    expect(await screen.findByText('Requires an Xray license')).toBeVisible();
    expect(screen.getByText('Not Scanned')).toBeVisible();
    expect(screen.queryByText('Xray is unavailable')).toBeNull();
  });

  it('PKG-053 says nothing of licences where scanning is included', async () => {
    renderArea(packageScreens, address(''), { services: { xray: '1.0.0' }, licenceType: 'ENTERPRISE_X' });
    expect(await screen.findByText('Not Scanned')).toBeVisible();
    expect(screen.queryByText('Requires an Xray license')).toBeNull();
  });

  it('PKG-008 shows the severities that have findings', async () => {
    const vulnerabilities = { critical: 1, high: 0, medium: 3, low: 0, info: 0, unknown: 0, skipped: 0 };
    server.use(answers(routes.queryPackage, { data: { package: { ...details, vulnerabilities } } }));
    renderArea(packageScreens, address(''));
    expect(await screen.findByText('1 Critical')).toBeVisible();
    expect(screen.getByText('3 Medium')).toBeVisible();
    expect(screen.queryByText(/High|Low/)).toBeNull();
  });

  it('says that nothing was found only where everything was looked at', async () => {
    const vulnerabilities = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 2, partial: true };
    server.use(answers(routes.queryPackage, { data: { package: { ...details, vulnerabilities } } }));
    renderArea(packageScreens, address(''));
    expect(await screen.findByText('2 skipped')).toBeVisible();
    expect(screen.getByText('Incomplete')).toBeVisible();
    expect(screen.queryByText('No known vulnerabilities')).toBeNull();
  });

  it('says by which sources nothing is known, and how old they are', async () => {
    const judgedBy = [{ name: 'OSV: npm', at: '2026-01-05T10:00:00.000Z' }];
    const vulnerabilities = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0, judgedBy };
    server.use(answers(routes.queryPackage, { data: { package: { ...details, vulnerabilities } } }));
    renderArea(packageScreens, address(''));
    const said = (await screen.findByText('No known vulnerabilities')).parentElement!;
    expect(said).toHaveTextContent('by OSV: npm,');
    expect(said.querySelector('time')).toHaveAttribute('datetime', '2026-01-05T10:00:00.000Z');
  });

  it('PKG-056 says so when a package is not known yet because packages are being read, and shows it when they are', async () => {
    server.use(answers(routes.queryPackage, { data: { package: null } }), answers(routes.packageMigration, { running: true, total: 40, done: 10 }));
    renderArea(packageScreens, address(''));
    expect(await screen.findByText('Package will be available in a few minutes')).toBeVisible();
    expect(screen.getByText(/10 of 40 files are done/)).toBeVisible();
    expect(screen.queryByText('There is no such package')).toBeNull();
    server.use(answers(routes.queryPackage, { data: { package: details } }));
    await act(() => refresh(routes.queryPackage));
    expect(await screen.findByText('Draws charts')).toBeVisible();
  });

  it('PKG-006 says how risky it is to go on with its newest version, where somebody has judged that', async () => {
    server.use(answers(routes.queryPackage, { data: { package: { ...details, operationalRisk: { riskLevel: 'Medium' } } } }));
    renderArea(packageScreens, address(''));
    expect(await screen.findByText('Operational risk')).toBeVisible();
    expect(screen.getByText('Medium')).toBeVisible();
  });

  it('says when there is no such package', async () => {
    server.use(answers(routes.queryPackage, { data: { package: null } }));
    renderArea(packageScreens, address(''));
    expect(await screen.findByText('There is no such package')).toBeVisible();
  });

  it('PKG-020 asks for releases only', async () => {
    renderArea(packageScreens, address(''));
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Releases only' }));
    await waitFor(() => expect(asked.at(-1)?.filter).toMatchObject({ ignorePreRelease: true }));
  });
});

describe('a version', () => {
  it('PKG-003 leads back level by level', async () => {
    const router = renderArea(packageScreens, address('/1.10.0/files'));
    await screen.findByRole('table');
    const trail = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(within(trail).getByRole('link', { name: 'Packages' })).toHaveAttribute('href', '/packages');
    await userEvent.click(within(trail).getByRole('link', { name: '@acme/charts' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(address('')));
  });

  it('PKG-004 PKG-005 opens npm on its readme', async () => {
    const router = renderArea(packageScreens, address('/1.10.0'));
    expect(await screen.findByRole('heading', { name: 'Charts' })).toBeVisible();
    expect(router.state.location.pathname).toBe(address('/1.10.0/readme'));
    expect(screen.getByText('npm install @acme/charts@1.10.0')).toBeVisible();
  });

  it('PKG-004 PKG-005 opens everything else on its properties, without asking for a readme', async () => {
    const maven = { ...version, packageId: 'maven://org.acme:app' };
    server.use(answers(routes.queryVersions, { data: { versions: { nodes: [maven] } } }), refuses(routes.getReadme, 'internal'));
    const router = renderArea(packageScreens, `/packages/${encodeURIComponent('maven://org.acme:app')}/1.10.0`);
    expect(await screen.findByText('npm.name')).toBeVisible();
    expect(router.state.location.pathname.endsWith('/properties')).toBe(true);
    expect(screen.queryByRole('link', { name: 'Readme' })).toBeNull();
  });

  it('PKG-011 shows files with their checksums and where to get them', async () => {
    renderArea(packageScreens, address('/1.10.0/files'));
    const table = await screen.findByRole('table');
    expect(within(table).getByText('charts-1.10.0.tgz')).toBeVisible();
    expect(within(table).getByText('2.0 kB')).toBeVisible();
    expect(within(table).getByText('cccccccccccc…')).toBeVisible();
    expect(within(table).getByRole('link', { name: 'Download charts-1.10.0.tgz' })).toHaveAttribute(
      'href',
      '/artifactory/npm-far-cache/%40acme/charts/-/charts-1.10.0.tgz',
    );
  });

  it('PKG-038 shows dependencies and links those that are here', async () => {
    renderArea(packageScreens, address('/1.10.0/dependencies'));
    expect(await screen.findByRole('link', { name: 'base' })).toHaveAttribute('href', `/packages/${encodeURIComponent('npm://base')}`);
    expect(screen.getByText('elsewhere')).toBeVisible();
  });

  it('ARTI-022 leads from a file to its place in the tree', async () => {
    renderArea(packageScreens, address('/1.10.0/files'));
    expect(await screen.findByRole('link', { name: 'Show charts-1.10.0.tgz in the tree' })).toHaveAttribute(
      'href',
      '/repos/tree/npm-far-cache/%40acme/charts/-/charts-1.10.0.tgz',
    );
  });

  it('PKG-039 shows the builds that produced it, and leads to their runs', async () => {
    const run = { name: 'web/app', number: '12', started: '2026-01-02T03:04:05.678Z', startedMillis: 1767323045678, repository: 'artifactory-build-info' };
    const queries: string[] = [];
    server.use(
      answers(buildsOfArtifact, ({ query }) => {
        queries.push(query.toString());
        return { builds: [{ ...run, createdBy: 'ann', module: 'charts' }] };
      }),
    );
    renderArea(packageScreens, address('/1.10.0/builds'));
    expect(await screen.findByRole('link', { name: 'web/app 12' })).toHaveAttribute(
      'href',
      '/builds/web%2Fapp/12/1767323045678/published?buildRepo=artifactory-build-info',
    );
    expect(new URLSearchParams(queries[0])).toEqual(new URLSearchParams({ repoKey: 'npm-far-cache', path: '@acme/charts/-/charts-1.10.0.tgz' }));
  });

  it('says the digest of an image once', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const display = [
      { label: 'Digest', text: `sha256:${'d'.repeat(64)}` },
      { label: 'Platform', text: 'linux/arm64' },
    ];
    const image = { ...version, packageId: 'docker://team/app', digest, display };
    server.use(answers(routes.queryVersions, { data: { versions: { nodes: [image] } } }));
    renderArea(packageScreens, `/packages/${encodeURIComponent('docker://team/app')}/1.10.0/properties`);
    expect(await screen.findByText('linux/arm64')).toBeVisible();
    expect(screen.getAllByText('Digest')).toHaveLength(1);
  });

  it('shows the downloads of the last days', async () => {
    renderArea(packageScreens, address(''));
    expect(await screen.findByRole('img', { name: '12 downloads in the last 2 days, most on 2026-01-31: 9' })).toBeVisible();
  });

  it('PKG-060 names the release bundles of a version, and is silent when they cannot be had', async () => {
    const session = { services: { distribution: '1.0.0' } };
    server.use(answers(releaseBundlesOfChecksum, { data: { data: [{ name: 'shop', version: '4.2' }] } }));
    const { dispose } = renderArea(packageScreens, address('/1.10.0'), session);
    expect(await screen.findByText('shop 4.2')).toBeVisible();
    dispose();
    cleanup();
    queryClient.clear();
    let asked = 0;
    server.use(refuses(releaseBundlesOfChecksum, 'internal'));
    server.events.on('response:mocked', ({ response }) => {
      if (response.status === 500) asked++;
    });
    renderArea(packageScreens, address('/1.10.0'), session);
    expect(await screen.findByText('MIT')).toBeVisible();
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    server.events.removeAllListeners();
    expect(screen.queryByText('Release bundles')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('PKG-059 shows nothing, and no notification, when a readme or properties cannot be had', async () => {
    server.use(
      refuses(routes.getReadme, 'internal'),
      refuses(routes.getProperties, 'internal'),
      refuses(routes.getDependencies, 'internal'),
      refuses(buildsOfArtifact, 'internal'),
    );
    renderArea(packageScreens, address('/1.10.0'));
    expect(await screen.findByText('This version has no readme')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Properties' }));
    expect(await screen.findByText('No properties are set')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Dependencies' }));
    expect(await screen.findByText('It depends on nothing')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Builds' }));
    expect(await screen.findByText('No build is known to have made this version')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
