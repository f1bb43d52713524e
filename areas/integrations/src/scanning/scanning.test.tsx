import { listGitRepositories, readVcsIntegration } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { scanGitIntegration, scanGitRepository } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import area from '../area.ts';
import { testConnection, testRepository } from '../test-integration.ts';

prepareConsole();
const address = '/xray/git-scanning?vcsType=github&integrationId=tools-code';

/** The page of the connection, whose first look has not ended. */
function show(repositories = testConnection.repositories, repository = testRepository) {
  server.use(
    answers(readVcsIntegration, { ...testConnection, repositories }),
    answers(listGitRepositories, { items: [repository], total: repositories.total, next: null }),
  );
  return renderArea(area.routes, address);
}

it('shows how far a look is, and what waits', async () => {
  show({ total: 9, selected: 5, waiting: 2, looking: 1 }, { ...testRepository, activity: 'looking' });
  expect(await screen.findByText('2 of 5 repositories done')).toBeVisible();
  expect(screen.getByText('1 looked at now, 2 waiting')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Under way' })).toHaveValue(2);
  expect(await screen.findByText('Looking')).toBeVisible();
});

it('says how often it looks while no hook has arrived', async () => {
  show();
  expect(await screen.findByText('No hook has arrived; looking every 10 min')).toBeVisible();
});

it('has all repositories looked at, or one', async () => {
  const asked: string[] = [];
  show();
  server.use(
    answers(scanGitIntegration, ({ params }) => {
      asked.push(params.integrationId!);
      return { repositories: 3 };
    }),
    answers(scanGitRepository, ({ params }) => {
      asked.push(`${params.integrationId} ${params.id}`);
      return {};
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Scan all now' }));
  expect(await screen.findByText('3 repositories are looked at next')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions shop/pages' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Scan now' }));
  expect(await screen.findByText('shop/pages is looked at next')).toBeVisible();
  expect(asked).toEqual(['tools-code', 'tools-code 1']);
});

it('says why nothing can be looked at', async () => {
  show({ total: 2, selected: 0, waiting: 0, looking: 0 }, { ...testRepository, selected: false });
  const all = await screen.findByRole('button', { name: 'Scan all now' });
  expect(all).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(all);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('No repository is selected');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions shop/pages' }));
  expect(screen.queryByRole('menuitem', { name: 'Scan now' })).toBeNull();
  expect(screen.getByRole('menuitem', { name: 'Pull requests' })).toBeVisible();
});

it('says that a look could not be asked for', async () => {
  show();
  server.use(refuses(scanGitIntegration, 'internal'));
  await userEvent.click(await screen.findByRole('button', { name: 'Scan all now' }));
  expect(await screen.findByText(/Something went wrong/)).toBeVisible();
});

it('leads to the pull requests of a repository', async () => {
  const router = show();
  await userEvent.click(await screen.findByRole('link', { name: '1 open' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/xray/git-scanning/pull-requests'));
  expect(router.state.location.search).toBe('?vcsType=github&integrationId=tools-code&repository=1');
});
