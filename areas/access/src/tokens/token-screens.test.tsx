import { type AccessToken, createToken, listTokens, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { type AskedOf, answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { tokenScreens } from './tokens-screens.ts';

prepareConsole();

const token: AccessToken = {
  id: 't-1',
  userName: 'ann',
  description: 'Nightly build',
  scope: 'artifact:npm-local/org/**:r,w',
  refreshable: true,
  hasReferenceToken: true,
  createdBy: 'ann',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};
const asked: AskedOf[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    answers(listTokens, (one) => {
      asked.push(one);
      return { items: [token], total: 1, next: null };
    }),
    answers(createToken, (one) => {
      asked.push(one);
      return { ...token, accessToken: 'the-long-token', referenceToken: 'the-short-token', refreshToken: null };
    }),
  );
});

describe('access tokens', () => {
  it('of everybody show whose they are and what they may do', async () => {
    renderArea(tokenScreens, '/admin/management/tokens?user=ann');
    const row = await screen.findByRole('row', { name: /Nightly build/ });
    expect(within(row).getByText('ann')).toBeVisible();
    expect(within(row).getByText('npm-local/org/**')).toBeVisible();
    expect(within(row).getByText(/Read, Deploy/)).toBeVisible();
    expect(within(row).getByText('Never')).toBeVisible();
    expect(asked[0]?.query.get('user')).toBe('ann');
  });

  it('of one’s own are asked for by name, also by administrators', async () => {
    renderArea(tokenScreens, '/access/tokens');
    expect(await screen.findByRole('heading', { name: /My access tokens/ })).toBeVisible();
    await screen.findByRole('row', { name: /Nightly build/ });
    expect(asked[0]?.query.get('user')).toBe('admin');
    expect(screen.queryByRole('columnheader', { name: 'User' })).toBeNull();
  });

  it('are shown this once when they are made', async () => {
    renderArea(tokenScreens, '/access/tokens', { administrator: false, name: 'ann', groups: ['developers'] });
    await userEvent.click(await screen.findByRole('button', { name: 'New access token' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /Description/ }), 'Laptop');
    expect(screen.queryByText('All an administrator may do')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'What members of some groups may do' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'developers' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('the-short-token')).toBeVisible();
    expect(screen.getByText('the-long-token')).toBeVisible();
    expect(asked.find(({ body }) => body)?.body).toEqual({
      description: 'Laptop',
      scope: 'applied-permissions/groups:developers',
      expiresIn: 90 * 86_400,
      refreshable: false,
      includeReferenceToken: true,
    });
    await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText('the-short-token')).toBeNull());
  });

  it('want to know the group before they are limited to one', async () => {
    renderArea(tokenScreens, '/access/tokens?create=1', { administrator: false, name: 'ann', groups: ['developers'] });
    await userEvent.click(await screen.findByRole('radio', { name: 'What members of some groups may do' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    expect((await screen.findAllByText('Choose at least one group')).length).toBeGreaterThan(0);
    expect(asked.filter(({ body }) => body)).toEqual([]);
  });

  it('are revoked after a question', async () => {
    const revoked: string[] = [];
    server.use(answers(revokeToken, ({ params }) => void revoked.push(params.id ?? '')));
    renderArea(tokenScreens, '/access/tokens');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions Nightly build' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Revoke/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Revoke token' }));
    expect(await screen.findByText('1 token was revoked')).toBeVisible();
    expect(revoked).toEqual(['t-1']);
  });
});
