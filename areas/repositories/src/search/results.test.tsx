import { packageMigration } from '@packhouse/contract/repositories/package-routes.ts';
import type { SearchModel } from '@packhouse/contract/repositories/search-query.ts';
import { type FoundArtifact, searchArtifacts } from '@packhouse/contract/repositories/search-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { searchScreens } from './search-screens.ts';

prepareConsole();
beforeEach(() => server.use(answers(packageMigration, { running: false, total: 0, done: 0 })));

const found: FoundArtifact = {
  repoKey: 'libs',
  path: 'org/acme/tool-1.0.jar',
  name: 'tool-1.0.jar',
  class: 'local',
  format: 'maven',
  size: 2048,
  modifiedAt: '2026-01-02T03:04:05.678Z',
};

it('SRCH-039 lists what was found, with links into the tree', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(searchArtifacts, ({ params, body }) => {
      asked.push([params.searchType, body]);
      return { items: [found], next: null, unused: [] };
    }),
  );
  renderArea(searchScreens, '/artifactSearchResults?query=tool+repo%3Alibs');
  expect(await screen.findByRole('link', { name: 'tool-1.0.jar' })).toHaveAttribute('href', '/repos/tree/libs/org/acme/tool-1.0.jar');
  expect(screen.getByRole('link', { name: 'libs' })).toHaveAttribute('href', '/repos/tree/libs');
  expect(screen.getByRole('link', { name: 'org/acme' })).toHaveAttribute('href', '/repos/tree/libs/org/acme');
  expect(screen.getByRole('columnheader', { name: 'Modified' })).toBeInTheDocument();
  expect(asked).toEqual([['quick', { name: 'tool', filters: { repositories: ['libs'] } }]]);
});

it('keeps kind and filters in the address', async () => {
  const asked: string[] = [];
  server.use(
    answers(searchArtifacts, ({ params, body }) => {
      asked.push(`${params.searchType} ${JSON.stringify(body)}`);
      return { items: [], next: null, unused: [] };
    }),
  );
  const router = renderArea(searchScreens, '/artifactSearchResults?query=tool+repo%3Alibs&type=property');
  await screen.findByText('Nothing fits tool repo:libs');
  expect(asked).toEqual([`property ${JSON.stringify({ name: 'tool', filters: { repositories: ['libs'] } })}`]);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toBe('?query=tool&type=property'));
  await userEvent.click(screen.getByRole('button', { name: 'Search by: Property' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Class in archives' }));
  await waitFor(() => expect(router.state.location.search).toBe('?query=tool&type=class'));
});

it('SRCH-018 tells of filters that the search could not use, and of words that are none, each with a way to remove it', async () => {
  server.use(
    answers(searchArtifacts, ({ body }) => {
      const { filters } = body as SearchModel;
      return { items: [found], next: null, unused: [...(filters.propertySets ? ['propertySets' as const] : []), ...(filters.cve ? ['cve' as const] : [])] };
    }),
  );
  const line = 'tool colour:red repo:libs propertySets:owners cve:CVE-1';
  const router = renderArea(searchScreens, `/artifactSearchResults?query=${encodeURIComponent(line)}`);
  const notice = (await screen.findByText(/Cannot be used in this search/)).closest<HTMLElement>('[role=status]')!;
  expect(notice).toHaveTextContent(/Nothing here scans packages/);
  expect(notice).toHaveTextContent(/looked for as part of the name:.*colour:red/);
  expect(within(notice).queryByText('repo:libs')).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove filter repo:libs' })).toBeVisible();
  await userEvent.click(within(notice).getByRole('button', { name: 'Remove filter cve:CVE-1' }));
  await waitFor(() => expect(router.state.location.search).not.toContain('cve'));
  await screen.findByText(/Cannot be used in this search/);
  expect(screen.queryByText(/Nothing here scans packages/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(router.state.location.search).toBe('?query=tool+repo%3Alibs'));
  await waitFor(() => expect(screen.queryByText(/Cannot be used in this search/)).toBeNull());
});

it('shows what lies inside archives, page after page', async () => {
  server.use(
    answers(searchArtifacts, ({ query }) =>
      query.get('after') === 'two'
        ? { items: [{ ...found, entry: 'org/acme/Other.class' }], next: null, unused: [] }
        : { items: [{ ...found, entry: 'org/acme/Tool.class' }], next: 'two', unused: [] },
    ),
  );
  renderArea(searchScreens, '/artifactSearchResults?query=tool&type=class');
  await screen.findByText('org/acme/Tool.class');
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('org/acme/Other.class')).toBeInTheDocument();
  expect(screen.getByText('org/acme/Tool.class')).toBeInTheDocument();
});

it('says when searching is refused', async () => {
  server.use(refuses(searchArtifacts, 'unauthenticated'));
  renderArea(searchScreens, '/artifactSearchResults?query=tool');
  expect(await screen.findByText(/Sign in to continue/)).toBeInTheDocument();
});

it('PKG-057 warns of partial results of a search while packages are read again', async () => {
  server.use(answers(packageMigration, { running: true, total: 5, done: 0 }), answers(searchArtifacts, { items: [found], next: null, unused: [] }));
  renderArea(searchScreens, '/artifactSearchResults?query=tool');
  expect(await screen.findByText(/partial results/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'tool-1.0.jar' })).toBeVisible();
});
