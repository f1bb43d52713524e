import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import * as routes from '@packhouse/contract/scanning/integration-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import area from '../area.ts';
import { getConnectAction } from '../dialog/dialog-state.ts';
import { gitSession, makeGroups, makeVendor, testIntegration, usedIntegration } from '../test-integration.ts';

prepareConsole();

const asked: string[] = [];
const note = <Answer,>(name: string, answer: Answer) => {
  return () => {
    asked.push(name);
    return answer;
  };
};

/** Shows the cards with these connections to GitHub. */
function show(github: routes.Integration[] = [], session: object = gitSession, isGitAvailable = true) {
  asked.length = 0;
  const used = github.filter(({ products }) => products.length > 0);
  server.use(
    answers(routes.listIntegrationGroups, note('groups', makeGroups(github, isGitAvailable))),
    answers(routes.listIntegrations, note('git', { items: github })),
    answers(
      routes.listConnectedVcs,
      note(
        'connected',
        used.map(({ key, vendorName, products }) => ({ integration_id: key, key, vendorName, products })),
      ),
    ),
  );
  return renderArea(area.routes, '/integrations', session);
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const listCards = (section: string) =>
  within(screen.getByRole('heading', { name: section, level: 2 }).closest('section')!)
    .getAllByRole('article')
    .map((one) => one.getAttribute('aria-label'));

it('GIT-001 GIT-003 GIT-004 GIT-005 GIT-006 shows cards in three sections', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Integrations', level: 1 })).toBeVisible();
  expect(document.title).toBe('Integrations');
  await card('GitHub');
  expect(listCards('Source control')).toEqual(['GitHub', 'GitLab', 'Bitbucket Cloud', 'Bitbucket Server']);
  expect(listCards('Developer Tools')).toEqual(['Jetbrains', 'Visual Studio Code', 'Android Studio', 'Docker Desktop']);
  expect(listCards('Continuous integration')).toEqual(['JFrog CLI', 'GitHub Actions', 'Azure DevOps', 'Frogbot']);
});

it('GIT-002 leaves out a group that is not available', async () => {
  show([], { ...gitSession, administrator: false, name: 'ann' }, false);
  expect(await screen.findByRole('heading', { name: 'Developer Tools' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Source control' })).toBeNull();
});

it('GIT-007 GIT-008 GIT-009 GIT-033 says how a vendor is connected, and what can be done', async () => {
  show();
  expect((await card('GitHub')).getByText('Disconnected')).toBeVisible();
  expect((await card('GitHub')).getByText('Connect')).toBeVisible();
  expect((await card('GitHub')).queryByText('Connect a service')).toBeNull();
  expect(getConnectAction(makeVendor('github', 'GitHub'))).toBe('connect');
  expect(getConnectAction(makeVendor('github', 'GitHub', [testIntegration]))).toBe('add');
});

it('GIT-007 GIT-008 GIT-009 offers a service for a connection that nothing uses', async () => {
  show([testIntegration]);
  const github = await card('GitHub');
  expect(github.getByText('Connected')).toBeVisible();
  expect(github.getByText('+')).toBeVisible();
  expect(github.queryByText('Connect')).toBeNull();
  await userEvent.click(github.getByRole('button', { name: 'Connect a service' }));
  expect(await screen.findByRole('dialog', { name: 'Select a service' })).toBeVisible();
});

it('GIT-007 says that a vendor is configured once scanning uses it', async () => {
  show([testIntegration, usedIntegration]);
  const github = await card('GitHub');
  expect(github.getByText('Configured')).toBeVisible();
  expect(github.queryByText('Connect a service')).toBeNull();
  expect(github.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', '/integrations/github');
});

it('GIT-010 draws cards of 204 by 218 pixels', () => {
  const style = readFileSync(join(import.meta.dirname, '../integrations.css'), 'utf8');
  const rule = /\.integration-card \{[^}]*\}/.exec(style)?.[0] ?? '';
  expect(rule).toContain('width: 204px');
  expect(rule).toContain('height: 218px');
});

it('GIT-044 GIT-045 GIT-046 asks for groups, then connections, then those that scanning uses', async () => {
  show([usedIntegration]);
  await expect.poll(() => asked).toEqual(['groups', 'git', 'connected']);
});

it.each([
  ['the feature is not supported', { features: {} }, true],
  ['the reader is no administrator', { ...gitSession, administrator: false }, false],
])('GIT-044 GIT-046 asks for no connections where %s', async (_, session, isGitAvailable) => {
  show([usedIntegration], session, isGitAvailable);
  await card('JFrog CLI');
  expect(asked).toEqual(['groups']);
});

it('GIT-011 GIT-035 shows steps with a command for each system, with the real host and user', async () => {
  show([], { ...gitSession, name: 'ann', baseUrl: 'https://packages.example.test' });
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Docker Desktop' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure Docker Desktop' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Linux' }));
  expect(dialog.getByText('docker login packages.example.test --username ann')).toBeVisible();
  expect(dialog.getByText(/^curl --fail/)).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'Windows' }));
  expect(dialog.getByText('curl.exe --fail --user ann https://packages.example.test/artifactory/api/repositories')).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'OS X' }));
  expect(dialog.getByText(/^curl --fail/)).toBeVisible();
});

const profile = { name: 'ann', email: '', realm: 'oauth', groups: [], profileUpdatable: false, password: 'none' as const, apiKey: 'the-key' };

it('GIT-048 GIT-035 fetches an API key for people of the OAuth realm before a tool opens', async () => {
  let body: unknown;
  server.use(
    answers(userProfile, (request) => {
      body = request.body;
      return profile;
    }),
  );
  show([], { ...gitSession, realm: 'oauth' });
  await userEvent.click(await screen.findByRole('button', { name: 'Configure JFrog CLI' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure JFrog CLI' }));
  expect(body).toEqual({ password: '' });
  const key = within(dialog.getByRole('group', { name: 'API key' }));
  expect(key.queryByText('the-key')).toBeNull();
  await userEvent.click(key.getByRole('button', { name: 'Show password' }));
  expect(key.getByText('the-key')).toBeVisible();
});

it('GIT-049 only logs that the key could not be fetched', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(refuses(userProfile, 'internal'));
  show([], { ...gitSession, realm: 'oauth' });
  await userEvent.click(await screen.findByRole('button', { name: 'Configure JFrog CLI' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure JFrog CLI' }));
  expect(dialog.getByText(/Make an API key in your profile/)).toBeVisible();
  expect(log.mock.calls.flat().map(String).join(' ')).toContain('Something went wrong');
  expect(screen.queryByText(/Something went wrong/)).toBeNull();
});

it('asks nobody else for a key', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Configure JFrog CLI' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure JFrog CLI' }));
  expect(dialog.queryByRole('group', { name: 'API key' })).toBeNull();
});
