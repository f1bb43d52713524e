import { forgetLeftHooks, type LeftHook, listLeftHooks } from '@packhouse/contract/scanning/git-hook-routes.ts';
import * as routes from '@packhouse/contract/scanning/integration-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import area from '../area.ts';
import { gitSession, makeGroups } from '../test-integration.ts';

prepareConsole();
const hook: LeftHook = {
  id: 1,
  integration: 'acme',
  name: 'Acme',
  vendorName: 'github',
  url: 'https://github.com',
  repository: 'acme/shop',
  hookId: '500',
  leftAt: '2026-11-01T10:00:00.000Z',
  attempts: 1,
  nextAt: null,
  error: { message: 'github.com does not take the token' },
};

it('tells of hooks that could not be removed, with the reason, until they are forgotten', async () => {
  let items = [hook];
  server.use(
    answers(routes.listIntegrationGroups, makeGroups()),
    answers(routes.listIntegrations, { items: [] }),
    answers(routes.listConnectedVcs, []),
    answers(listLeftHooks, () => ({ items, total: items.length, next: null })),
    answers(forgetLeftHooks, () => {
      items = [];
      return { forgotten: 1 };
    }),
  );
  renderArea(area.routes, '/integrations', gitSession);
  expect(await screen.findByText('1 hook of a deleted integration is still at its vendor')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Show' }));
  expect(await screen.findByText('github.com does not take the token')).toBeVisible();
  expect(screen.getByText('Given up: remove it at the vendor')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Forget those given up' }));
  expect(await screen.findByText('No hook was left behind')).toBeVisible();
});

it('says why repositories of source code are not scanned', async () => {
  server.use(answers(routes.listIntegrationGroups, { ...makeGroups([], false), gitProblem: { message: 'The program git is not there' } }));
  renderArea(area.routes, '/integrations', gitSession);
  expect(await screen.findByText('The program git is not there')).toBeVisible();
});
