import { showLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { userIdentifyToken } from '@packhouse/contract/access/auth-profile-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { getRepositorySetup, type RepositorySetup } from '@packhouse/contract/repositories/package-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { setMeUpScreens } from './set-me-up-screens.ts';
import { snippetTitle } from './snippet-titles.ts';

prepareConsole();

const setup: RepositorySetup = {
  baseUrl: 'https://packages.example.test',
  host: 'packages.example.test',
  url: 'https://packages.example.test/artifactory/api/npm/npm-local',
  user: 'ann',
  canDeploy: false,
  repository: { key: 'npm-local', class: 'local', format: 'npm' },
  snippets: [
    {
      step: 'configure',
      title: 'Point npm here',
      file: '~/.npmrc',
      language: 'ini',
      text: 'registry=https://packages.example.test/artifactory/api/npm/npm-local/',
    },
    { step: 'resolve', title: 'Install a package', language: 'shell', text: 'npm install left-pad' },
  ],
};
const summary = { class: 'local' as const, description: '', url: 'https://packages.example.test', modifiedAt: '2026-01-01T00:00:00Z' };

beforeEach(() => {
  server.use(
    answers(listRepositories, {
      items: [
        { key: 'npm-local', format: 'npm', ...summary },
        { key: 'maven-local', format: 'maven', ...summary },
      ],
      total: 2,
    }),
    answers(getRepositorySetup, setup),
    answers(userIdentifyToken, { token_id: 't', access_token: 'a', expires_in: 0, scope: '', token_type: 'Bearer', reference_token: 'reference-token' }),
  );
});

it('ONB-026 offers the repositories and shows what to tell the client of the chosen one', async () => {
  const router = renderArea(setMeUpScreens, '/set-me-up', { name: 'ann', administrator: false });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a repository' }), 'npm');
  expect(screen.queryByText('maven-local')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: /npm-local/ }));
  expect(await screen.findByText('registry=https://packages.example.test/artifactory/api/npm/npm-local/')).toBeVisible();
  expect(screen.getByText('Point npm here · ~/.npmrc')).toBeVisible();
  expect(screen.getByText('You cannot publish here, so only fetching is shown.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/set-me-up/npm-local');
});

it('generates an identity token in its place, hidden until it is wanted', async () => {
  renderArea(setMeUpScreens, '/set-me-up/npm-local');
  await userEvent.click(await screen.findByRole('button', { name: 'Generate token' }));
  expect(await screen.findByText('The identity token was generated')).toBeVisible();
  expect(screen.queryByText('reference-token')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByText('reference-token')).toBeVisible();
});

it('says who can grant what is missing', async () => {
  server.use(refuses(getRepositorySetup, new AppError(kernelWords.action_needed, { action: 'read', name: 'npm-local' })));
  renderArea(setMeUpScreens, '/set-me-up/npm-local');
  expect(await screen.findByText(/You need 'read' on npm-local/)).toBeVisible();
});

describe('the titles of snippets', () => {
  it('are those of the language on screen, or the server’s own', async () => {
    expect(snippetTitle('Pull an image')).toBe('Pull an image');
    await showLanguage('de');
    expect(snippetTitle('Pull an image')).toBe('Ein Image beziehen');
    expect(snippetTitle('Something new')).toBe('Something new');
    await showLanguage('en');
  });
});
