import { AppError } from '@packhouse/contract/errors.ts';
import { readIndex, readIndexedBuilds, updateIndexedResources } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { indexingScreens } from './indexing-screens.ts';

prepareConsole();
const session = { administrator: true, services: { xray: '1' } } as const;
const address = '/admin/xray/indexed-resources';
type Row = z.output<typeof readIndex.reply>['data'][number];
const row = (name: string, indexed: boolean, more: Partial<Row> = {}): Row => ({
  name,
  type: 'local',
  pkg_type: 'npm',
  indexed,
  scanned: indexed ? 3 : 0,
  total: 3,
  ...more,
});
const rows = [row('app', true), row('far', true, { type: 'remote', pkg_type: 'pypi' }), row('js', false), row('old', false)];
const build = (name: string, indexed: boolean) => ({ repository: 'artifactory-build-info', name, indexed });
const noBuilds = answers(readIndexedBuilds, { data: [], total_count: 0, release_bundles: 0 });
const list = (name: string) => within(screen.getAllByRole('region', { name: new RegExp(`: ${name}$`) }).at(0)!);

it('shows the repositories that are indexed in one list and the others in another, and saves what was moved', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(readIndex, { data: rows, total_count: 4 }),
    answers(updateIndexedResources, ({ body }) => {
      asked.push(body);
      return { data: rows.map((one) => ({ ...one, indexed: one.name !== 'far' })), total_count: 4, builds: [] };
    }),
    noBuilds,
  );
  renderArea(indexingScreens, address, session);
  expect(await screen.findByText('far')).toBeVisible();
  expect(list('Indexed').getByText('app')).toBeVisible();
  expect(list('Not indexed').getByText('js')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Stop indexing far' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search repositories' }), 'npm');
  expect(screen.queryByText('far')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Index these 2' }));
  expect(list('Not indexed').getByText('No repository fits')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('3 repositories are indexed')).toBeVisible();
  expect(asked).toEqual([{ indexed: ['js', 'old'], notIndexed: ['far'], indexedBuilds: [], notIndexedBuilds: [] }]);
});

it('keeps what was moved when saving is refused, and says why', async () => {
  server.use(
    answers(readIndex, { data: rows, total_count: 4 }),
    refuses(updateIndexedResources, new AppError(scanningWords.repository_not_scannable, { key: 'js' })),
    noBuilds,
  );
  renderArea(indexingScreens, address, session);
  await userEvent.click(await screen.findByRole('button', { name: 'Index js' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(/js is no local or remote repository here/)).length).toBeGreaterThan(0);
  expect(list('Indexed').getByText('js')).toBeVisible();
});

it('says what to do where there is nothing to index', async () => {
  server.use(answers(readIndex, { data: [], total_count: 0 }), noBuilds);
  renderArea(indexingScreens, address, session);
  expect(await screen.findByText('There is nothing to index yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create repository' })).toHaveAttribute('href', '/admin/repositories/local/new');
});

it('shows which builds are judged and which are not, saves what was moved, and says that all release bundles are', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(readIndex, { data: rows, total_count: 4 }),
    answers(readIndexedBuilds, { data: [build('shop', true), build('old', false)], total_count: 2, release_bundles: 3 }),
    answers(updateIndexedResources, ({ body }) => {
      asked.push(body);
      return { data: rows, total_count: 4, builds: [build('shop', false), build('old', true)] };
    }),
  );
  renderArea(indexingScreens, address, session);
  expect(await screen.findByText(/^3 versions of release bundles/)).toBeVisible();
  const builds = within(screen.getAllByRole('group', { name: /^Builds/ }).at(-1)!);
  await userEvent.click(builds.getByRole('button', { name: 'Stop indexing shop' }));
  await userEvent.click(builds.getByRole('button', { name: 'Index old' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const refs = {
    indexedBuilds: [{ repository: 'artifactory-build-info', name: 'old' }],
    notIndexedBuilds: [{ repository: 'artifactory-build-info', name: 'shop' }],
  };
  await expect.poll(() => asked).toEqual([{ indexed: [], notIndexed: [], ...refs }]);
});
