import {
  type Build,
  type BuildRun,
  changeBuildRetention,
  deleteBuildRuns,
  listBuildRuns,
  readBuild,
  readBuildRetention,
} from '@packhouse/contract/repositories/build-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { buildScreens } from './builds-screens.ts';
import { compareBuilds } from './compare-builds.ts';

prepareConsole();

const run = (number: string): BuildRun => ({
  name: 'app',
  number,
  started: `2026-01-0${number}T00:00:00.000Z`,
  startedMillis: Date.UTC(2026, 0, Number(number)),
  repository: 'artifactory-build-info',
  createdBy: 'ann',
});
const build = (number: string): Build => ({
  ...run(number),
  modules: [
    {
      name: `com.shop:app:1.${number}`,
      artifacts: [{ name: `app-1.${number}.jar`, sha1: number.repeat(40) }, ...(number === '2' ? [{ name: 'notes.txt', sha1: 'f'.repeat(40) }] : [])],
      dependencies: [
        { name: `com.shop:base:${number}.0`, scopes: [] },
        { name: 'com.shop:same:1.0', scopes: [] },
        ...(number === '1' ? [{ name: 'com.shop:gone:1.0', scopes: [] }] : []),
      ],
    },
  ],
  properties: [
    { key: 'JDK', value: number === '1' ? '17' : '21' },
    { key: 'OS', value: 'linux' },
  ],
  changes: [],
  promotions: [],
});

beforeEach(() =>
  server.use(
    answers(listBuildRuns, { items: [run('3'), run('2'), run('1')] }),
    answers(readBuild, ({ query }) => build(query.get('number') ?? '')),
  ),
);

const choose = async (...numbers: string[]) => {
  for (const number of numbers) {
    const row = (await screen.findByRole('link', { name: number })).closest('tr');
    await userEvent.click(within(row!).getByRole('checkbox'));
  }
};

it('compares two runs: artifacts, dependencies and environment', async () => {
  const router = renderArea(buildScreens, '/builds/app?buildRepo=artifactory-build-info');
  await choose('1');
  expect(screen.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-disabled', 'true');
  await choose('2');
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(await screen.findByRole('heading', { name: 'From run 1 to run 2' })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/builds/app/2/${run('2').startedMillis}/compare`);
  await screen.findByRole('table', { name: 'Dependencies' });
  const rows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rows('Dependencies')).toEqual(['com.shop:basechanged1.02.0', 'com.shop:goneremoved1.0–']);
  expect(rows('Environment and settings')).toEqual(['JDKchanged1721']);
  expect(rows('Artifacts')).toHaveLength(2);
});

it('finds nothing where nothing differs', () => {
  expect(compareBuilds(build('1'), build('1'))).toEqual({ artifacts: [], dependencies: [], environment: [] });
});

it('deletes runs with what they made, once that was confirmed', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(deleteBuildRuns, ({ body }) => {
      asked.push(body);
      return { deleted: 1 };
    }),
  );
  renderArea(buildScreens, '/builds/app');
  await choose('1');
  await userEvent.click(screen.getByRole('button', { name: 'Delete runs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 1 run?' });
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete runs' }));
  expect(await screen.findByText('1 run was deleted')).toBeVisible();
  expect(asked).toEqual([{ name: 'app', repository: 'artifactory-build-info', runs: [{ number: '1', startedMillis: Date.UTC(2026, 0, 1) }], artifacts: true }]);
});

it('says which runs stay, and refuses what is no number', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(readBuildRetention, { keepRuns: null, keepDays: null, artifacts: false, allowed: true }),
    answers(changeBuildRetention, ({ body }) => {
      asked.push(body);
      return { deleted: 2 };
    }),
  );
  renderArea(buildScreens, '/builds/app');
  await screen.findByRole('link', { name: '3' });
  await userEvent.click(screen.getByRole('button', { name: 'Runs to keep' }));
  await userEvent.type(await screen.findByLabelText(/^At most so many runs/), 'many');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Enter a whole number from 1 to 36500, or nothing'))[0]).toBeVisible();
  await userEvent.clear(screen.getByLabelText(/^At most so many runs/));
  await userEvent.type(screen.getByLabelText(/^At most so many runs/), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('2 runs were deleted')).toBeVisible();
  expect(asked).toEqual([{ name: 'app', repository: 'artifactory-build-info', keepRuns: 5, keepDays: null, artifacts: false }]);
});
