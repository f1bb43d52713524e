import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { type ArtifactPlace, type GitPlace, whereIsComponent } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { scanningScreens } from '../scanning-screens.ts';

prepareConsole();
const held = { name: 'org.example:log4j-core', version: '2.14.0', vulnerabilities: 3, judgedBy: [{ name: 'OSV: npm', at: '2026-11-01T10:00:00.000Z' }] };
const artifact: ArtifactPlace = { ...held, repository: 'maven-local', path: 'shop/1.0/shop-1.0.war', location: 'WEB-INF/lib/log4j-core.jar' };
const place: GitPlace = {
  ...held,
  integration: 'shop-code',
  vendorName: 'github',
  repository: 'shop/api',
  ref: 'main',
  commit: 'abc',
  path: 'gradle.lockfile',
  line: 12,
};
const asked = { name: 'log4j-core', version: null, ecosystem: null };

it('finds artifacts and repositories with branch, file and line, at an address that can be sent', async () => {
  const queries: string[] = [];
  server.use(
    answers(whereIsComponent, ({ query }) => {
      queries.push(query.toString());
      return { asked, artifacts: [artifact], repositories: [place], cut: false };
    }),
  );
  const router = renderArea(scanningScreens, '/xray/where?name=log4j-core');
  const artifacts = within(await screen.findByRole('table', { name: 'Artifacts' }));
  const way = await artifacts.findByRole('link', { name: 'maven-local/shop/1.0/shop-1.0.war' });
  expect(way).toHaveAttribute('href', '/repos/tree/maven-local/shop/1.0/shop-1.0.war');
  expect(artifacts.getByText('WEB-INF/lib/log4j-core.jar')).toBeVisible();
  const source = within(screen.getByRole('table', { name: 'Source code' }));
  expect(source.getByRole('link', { name: 'shop/api' })).toHaveAttribute('href', '/xray/git-scanning?vcsType=github&integrationId=shop-code&search=shop%2Fapi');
  expect([source.getByText('main'), source.getByText('gradle.lockfile:12')].every((one) => one.isConnected)).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: 'Version' }), '2.14.0');
  await waitFor(() => expect(queries.at(-1)).toBe('name=log4j-core&version=2.14.0'));
  expect(router.state.location.search).toBe('?name=log4j-core&version=2.14.0');
});

it('says of what no source of advisories stands for that it is not judged, and not that nothing is known', async () => {
  const clean = { ...artifact, vulnerabilities: 0 };
  const artifacts = [clean, { ...clean, path: 'shop/chart.tgz', judgedBy: [] }];
  server.use(answers(whereIsComponent, { asked, artifacts, repositories: [{ ...place, vulnerabilities: 0, judgedBy: [] }], cut: false }));
  renderArea(scanningScreens, '/xray/where?name=log4j-core');
  const table = within(await screen.findByRole('table', { name: 'Artifacts' }));
  expect((await table.findByText(/^None/)).closest('td')).toHaveTextContent('None by OSV: npm,');
  expect(table.getByText('Not judged')).toBeVisible();
  const source = within(screen.getByRole('table', { name: 'Source code' }));
  expect(source.getByText('Not judged')).toBeVisible();
  expect(source.queryByText(/^None/)).toBeNull();
});

it('asks for a name first, and says what a package URL means', async () => {
  server.use(answers(whereIsComponent, { asked: { name: 'left-pad', version: null, ecosystem: 'npm' }, artifacts: [], repositories: [], cut: true }));
  renderArea(scanningScreens, '/xray/where');
  expect(await screen.findByText('Which component?')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name or package URL' }), 'pkg:npm/left-pad');
  expect(await screen.findByText('Packages of npm that are called left-pad')).toBeVisible();
  expect(screen.getByText('No artifact that you may read holds it')).toBeVisible();
  expect(screen.getByText('No lock file of a scanned repository names it')).toBeVisible();
  expect(screen.getByText(/There are more places/)).toBeVisible();
});

it('shows source code to administrators only, and says so', async () => {
  server.use(answers(whereIsComponent, { asked, artifacts: [artifact], repositories: [], cut: false }));
  renderArea(scanningScreens, '/xray/where?name=log4j-core', { administrator: false });
  expect(await screen.findByText('Source code is shown to administrators only.')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Source code' })).toBeNull();
});

it('says what is wrong with a package URL', async () => {
  server.use(refuses(whereIsComponent, new AppError(gitWords.no_package_url)));
  renderArea(scanningScreens, '/xray/where?name=pkg:x');
  expect(await screen.findByText(/no package URL/)).toBeVisible();
});
