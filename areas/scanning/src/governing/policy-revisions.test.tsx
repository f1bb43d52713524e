import { listPolicyRevisions, readPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { governingScreens } from './governing-screens.ts';
import { testPolicy } from './test-governing.ts';

prepareConsole();
const administrator = { administrator: true, services: { xray: '1' } } as const;
const before = [{ name: 'all', criteria: { min_severity: 'Low' as const }, actions: {} }];

it('shows what the rules of a policy have been, by whom and when, once asked', async () => {
  const data = [
    { revision: 2, author: 'ada', at: '2026-01-02T00:00:00.000Z', rules: testPolicy.rules },
    { revision: 1, author: 'bob', at: '2026-01-01T00:00:00.000Z', rules: before },
  ];
  server.use(answers(readPolicy, testPolicy), answers(listPolicyRevisions, { data }));
  renderArea(governingScreens, '/security/policies/edit/severe', administrator);
  await userEvent.click(await screen.findByRole('button', { name: 'Show what they were' }));
  expect(await screen.findByText('all: Low or worse → notes a violation')).toBeVisible();
  expect(screen.getByText(/^1: by bob,/)).toBeVisible();
  expect(screen.getByText('high: High or worse with a fix → blocks downloads after 7 days')).toBeVisible();
});

it('says aloud that somebody may not see them', async () => {
  server.use(answers(readPolicy, testPolicy), refuses(listPolicyRevisions, 'forbidden'));
  renderArea(governingScreens, '/security/policies/edit/severe', administrator);
  await userEvent.click(await screen.findByRole('button', { name: 'Show what they were' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You may not see this');
});
