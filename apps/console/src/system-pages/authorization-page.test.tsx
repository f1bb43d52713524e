import * as routes from '@packhouse/contract/access/access-application-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { pathAfterLogin } from '../sign-in/redirect-memory.ts';
import { AuthorizationPage } from './authorization-page.tsx';

prepareConsole();

const pages = [
  { path: '/authorization', Component: AuthorizationPage },
  { path: '/login', element: <p>sign in first</p> },
];
const search = '?client_id=abc&response_type=code&redirect_uri=https%3A%2F%2Fboard.example.org%2Fback&state=s';
const ann = { name: 'ann', administrator: false };
const good: routes.AuthorizationVerdict = {
  valid: true,
  problem: null,
  backUrl: '#denied',
  callbackHost: 'board.example.org',
  powers: { extent: 'user', groups: [], places: [], administers: false },
};
const client = { id: 'abc', name: 'board', type: 'confidential' as const, description: 'Shows builds' };
const asked: { call: string; params: Record<string, string>; given: unknown }[] = [];

function knows(verdict: routes.AuthorizationVerdict): void {
  server.use(
    answers(routes.validateAuthorization, ({ params, query }) => {
      asked.push({ call: 'validate', params, given: query.get('auth_url') });
      return verdict;
    }),
    answers(routes.readClientData, ({ params }) => {
      asked.push({ call: 'client-data', params, given: undefined });
      return client;
    }),
    answers(routes.authorizeApplication, ({ params, body }) => {
      asked.push({ call: 'authorize', params, given: body });
      return { url: '#code' };
    }),
  );
}
const open = (session: object = ann) => renderArea(pages, `/authorization${search}`, session);

beforeEach(() => {
  asked.length = 0;
  window.location.hash = '';
  sessionStorage.clear();
});

describe('SHELL-050 OAPP-021 the consent page', () => {
  it('validates first, shows what the application is and will be able to do, and goes to the callback when allowed', async () => {
    knows(good);
    open();
    expect(await screen.findByRole('heading', { name: 'board wants to act for you, ann' })).toBeVisible();
    expect(screen.getByText('Shows builds')).toBeVisible();
    expect(screen.getByText('do everything on this platform that you may do')).toBeVisible();
    expect(screen.getByText('board.example.org')).toBeVisible();
    expect(asked.map((one) => one.call)).toEqual(['validate', 'client-data']);
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(window.location.hash).toBe('#code'));
    const address = `${window.location.origin}/ui/authorization${search}`;
    expect(asked[0]).toMatchObject({ call: 'validate', params: { id: 'abc' }, given: address });
    expect(asked.at(-1)).toMatchObject({ call: 'authorize', params: { clientId: 'abc', username: 'ann' }, given: { url: address } });
  });

  it('goes back with a refusal when denied, and allows nothing', async () => {
    knows(good);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Deny' }));
    expect(window.location.hash).toBe('#denied');
    expect(asked.some((one) => one.call === 'authorize')).toBe(false);
  });

  it('says in plain words what would be allowed', async () => {
    const places = [
      { repository: 'libs', pattern: 'com/**', actions: ['read', 'deploy'] },
      { repository: 'ANY', pattern: '', actions: ['read'] },
    ];
    knows({ ...good, powers: { extent: 'user', groups: [], places, administers: false } });
    open();
    expect(await screen.findByText('read, deploy in libs/com/**')).toBeVisible();
    expect(screen.getByText('read in every repository')).toBeVisible();
    expect(screen.queryByText(/do everything/)).toBeNull();
  });

  it('warns administrators that their powers are part of it', async () => {
    knows({ ...good, powers: { extent: 'user', groups: [], places: [], administers: true } });
    open();
    expect(await screen.findByText(/administer the whole platform/)).toBeVisible();
  });

  it.each([
    ['unknownApplication', /No application with this client ID/],
    ['unknownCallback', /not registered for it, so you are not sent there/],
    ['malformed', /is damaged/],
  ] as const)('shows an error and leads nowhere: %s', async (problem, words) => {
    knows({ valid: false, problem, backUrl: null, callbackHost: null, powers: null });
    open();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Allow|Deny|Back to/ })).toBeNull();
    expect(asked.map((one) => one.call)).toEqual(['validate']);
  });

  it('tells what a known application asked wrongly, and lets the reader tell it', async () => {
    knows({ valid: false, problem: 'scopeTooWide', backUrl: '#error', callbackHost: 'board.example.org', powers: null });
    open();
    expect(await screen.findByText('It asks for more than you may do yourself (scope).')).toBeVisible();
    expect(window.location.hash).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Back to board' }));
    expect(window.location.hash).toBe('#error');
  });

  it('says why it was refused, and can be tried again', async () => {
    knows(good);
    server.use(refuses(routes.authorizeApplication, new AppError(accessWords.token_cannot_consent)));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));
    expect(await screen.findByText('A token cannot decide about applications')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Allow' })).toBeEnabled();
  });

  it.each(['nobody', 'anonymous'] as const)('lets %s sign in first, and come back with the whole request', async (kind) => {
    open({ kind, name: '', administrator: false });
    expect(await screen.findByText('sign in first')).toBeVisible();
    expect(pathAfterLogin(false)).toBe(`/authorization${search}`);
    expect(asked).toEqual([]);
  });

  it('asks nobody without an application, and says so', async () => {
    renderArea(pages, '/authorization', ann);
    expect(await screen.findByText('No application asks for access here')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

it('the way back after sign-in holds, whatever stands in the request', () => {
  sessionStorage.setItem(
    'packhouse.login-redirect',
    JSON.stringify({ pathAfterLogin: '/authorization?redirect_uri=https://a/admin/b', expiration: Date.now() + 60_000 }),
  );
  expect(pathAfterLogin(false)).toBe('/authorization?redirect_uri=https://a/admin/b');
});
