import { type Build, type BuildRun, listBuildRuns, listBuilds, readBuild } from '@packhouse/contract/repositories/build-routes.ts';
import { type FilesVerdict, readBuildVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { buildScreens } from './builds-screens.ts';

prepareConsole();

const run: BuildRun = {
  name: 'web/app',
  number: '12',
  started: '2026-01-02T03:04:05.678Z',
  startedMillis: 1767323045678,
  repository: 'artifactory-build-info',
  agent: 'GENERIC/2',
  url: 'https://ci.example.test/12',
  status: 'Released',
  createdBy: 'ann',
};
const build: Build = {
  ...run,
  modules: [
    {
      name: 'app:12',
      type: 'maven',
      artifacts: [{ name: 'app.bin', type: 'bin', path: 'app/app.bin', repository: 'libs', sha1: 'a'.repeat(40) }],
      dependencies: Array.from({ length: 150 }, (_, at) => ({ name: `dep-${at}`, scopes: ['compile'] })),
    },
  ],
  properties: [{ key: 'buildInfo.env.HOME', value: 'ci' }],
  changes: [{ revision: 'abc123', branch: 'main', url: 'https://git.example.test/app.git' }],
  promotions: [{ status: 'Released', user: 'ann', repository: 'release', comment: 'good', at: '2026-01-03T00:00:00Z' }],
};
const summary = {
  name: 'web/app',
  repository: 'artifactory-build-info',
  lastNumber: '12',
  lastStarted: run.started,
  lastStartedMillis: run.startedMillis,
  runs: 3,
};

it('SRCH-003 the list of builds is the route BUILDS_LIST', () => {
  expect(matchRoutes(buildScreens, '/builds')?.at(-1)?.route.id).toBe('BUILDS_LIST');
});

it('SRCH-040 lists the builds that the query names, and leads to their runs', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers(listBuilds, ({ query }) => {
      asked.push(query.get('name'));
      return { items: query.get('name') === 'none' ? [] : [summary] };
    }),
    answers(listBuildRuns, { items: [run] }),
  );
  const router = renderArea(buildScreens, '/builds?name=web');
  expect(await screen.findByRole('link', { name: '12' })).toHaveAttribute(
    'href',
    '/builds/web%2Fapp/12/1767323045678/published?buildRepo=artifactory-build-info',
  );
  await userEvent.click(screen.getByRole('link', { name: 'web/app' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/builds/web%2Fapp'));
  expect(await screen.findByRole('heading', { level: 1, name: /web\/app/ })).toBeVisible();
  await router.navigate('/builds?name=none');
  expect(await screen.findByText('No build fits the search')).toBeVisible();
  expect(asked).toEqual(expect.arrayContaining(['web', 'none']));
});

it('API-004 opens the run that a command line has printed', async () => {
  const asked: string[] = [];
  server.use(
    answers(readBuild, ({ query }) => {
      asked.push(query.toString());
      return build;
    }),
  );
  renderArea(buildScreens, '/builds/web%2Fapp/12/1767323045678/published?buildRepo=artifactory-build-info');
  const made = await screen.findByRole('table', { name: '1 artifact made' });
  expect(within(made).getByRole('link', { name: 'libs/app/app.bin' })).toHaveAttribute('href', '/repos/tree/libs/app/app.bin');
  expect(new URLSearchParams(asked[0])).toEqual(new URLSearchParams('name=web/app&number=12&started=1767323045678&repository=artifactory-build-info'));
  expect(screen.getByText('Maven')).toBeVisible();
  const used = screen.getByRole('table', { name: '150 dependencies used' });
  expect(within(used).getAllByRole('row')).toHaveLength(101);
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(within(used).getAllByRole('row')).toHaveLength(151);
  expect(within(screen.getByRole('table', { name: 'Promotions' })).getByText('good')).toBeVisible();
  expect(screen.getByText('ci')).toBeVisible();
  expect(screen.getByRole('link', { name: /Open/ })).toHaveAttribute('href', 'https://ci.example.test/12');
});

it('says so when there is no such build', async () => {
  server.use(refuses(readBuild, 'build_not_found'));
  renderArea(buildScreens, '/builds/none/1');
  expect(await screen.findByText('The build does not exist')).toBeVisible();
});

it('says of a build how many of its files were looked into and by whom, and calls nothing well that nobody judged', async () => {
  const clean = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };
  const verdict: FilesVerdict = {
    files: 151,
    known: 3,
    vulnerabilities: { ...clean, partial: true, notJudged: true },
    judged: [{ ecosystem: 'npm', components: 3, sources: [] }],
  };
  server.use(answers(readBuild, build), answers(readBuildVerdict, verdict));
  renderArea(buildScreens, '/builds/web%2Fapp/12/1767323045678/published', { services: { xray: '1' }, licenceType: 'ENTERPRISE' });
  expect(await screen.findByText('Not judged')).toBeVisible();
  expect(screen.getByText('Of its 151 files 3 were looked into')).toBeVisible();
  expect(screen.getByText('npm: 3 components are not judged, since no source stands for them')).toBeVisible();
  expect(screen.queryByText('No known vulnerabilities')).toBeNull();
});
