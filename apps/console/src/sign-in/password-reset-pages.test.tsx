import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { forgotPassword, resetPassword, validateToken } from '@packhouse/contract/access/auth-password-reset-routes.ts';
import { autoRedirect, login, loginPageVisualMode, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountPages, type SignInPlace } from './account-pages.ts';
import { LoginPage } from './login-page.tsx';

prepareConsole();

const children = (place: SignInPlace) => [{ index: true, Component: LoginPage }, ...accountPages(place)];
const routes = [
  { path: '/login', children: children('login') },
  { path: '/auth', children: children('auth') },
];
const open = (path: string) => renderArea(routes, path, { kind: 'nobody', name: '' });

beforeEach(() => {
  server.use(
    answers(loginRelatedData, { forgotPassword: true, canRememberMe: true, ssoProviderLink: null }),
    answers(loginPageVisualMode, { loginIsExternal: false }),
    answers(oauthProviders, []),
    answers(autoRedirect, { autoRedirect: false, url: null }),
  );
});

it('AUTH-004 AUTH-042 asks for the mail and returns to sign-in with a confirmation', async () => {
  const asked: unknown[] = [];
  server.use(answers(forgotPassword, ({ body }) => void asked.push(body)));
  const router = open('/login');
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send the link' }));
  expect(router.state.location.pathname).toBe('/login/forgot-password');
  expect(screen.getByText('Enter your user name or e-mail address')).toBeVisible();
  await userEvent.type(screen.getByLabelText('User name or e-mail address'), ' ann ');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/a link to a new password is on its way/)).toBeVisible();
  expect(router.state.location.pathname).toBe('/login');
  expect(asked).toEqual([{ user: 'ann' }]);
});

it('AUTH-038 says that the mail was not sent, and keeps what was typed', async () => {
  server.use(refuses(forgotPassword, new AppError(accessWords.mail_switched_off)));
  open('/login/forgot-password');
  await userEvent.type(await screen.findByLabelText('User name or e-mail address'), 'ann');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText("Email wasn't sent")).toBeVisible();
  expect(screen.getByText('This platform sends no mail; ask an administrator')).toBeVisible();
  expect(screen.getByLabelText('User name or e-mail address')).toHaveValue('ann');
});

async function choose(password: string, again = password) {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Confirm new password'), again);
  await userEvent.click(screen.getByRole('button', { name: 'Set the password' }));
}

describe('AUTH-005 AUTH-036 a mailed key', () => {
  it.each(['/login/reset-password', '/auth/reset-password'])('%s looks at the key, sets the password and signs in with it', async (path) => {
    const steps: unknown[] = [];
    server.use(
      answers(validateToken, ({ query }) => {
        steps.push(['validate', query.get('key')]);
        return { user: 'ann' };
      }),
      answers(resetPassword, ({ query, body }) => void steps.push(['reset', query.get('key'), body])),
      answers(login, ({ body }) => {
        steps.push(['login', body]);
        return { name: 'ann', realm: 'internal', mfaStatus: 'verify' as const };
      }),
    );
    const router = open(`${path}?key=k1`);
    expect(await screen.findByText(/For ann/)).toBeVisible();
    await choose('Better123');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login/otp-login'));
    expect(steps).toEqual([
      ['validate', 'k1'],
      ['reset', 'k1', { user: 'ann', password: 'Better123' }],
      ['login', { user: 'ann', password: 'Better123', type: 'login' }],
    ]);
  });
});

it('AUTH-041 checks the rule and the confirmation before it sends anything', async () => {
  server.use(answers(validateToken, { user: 'ann' }));
  open('/login/reset-password?key=k1');
  await choose('short', 'other');
  expect(screen.getByText('Use at least 8 characters')).toBeVisible();
  expect(screen.getByText('The two passwords are not the same')).toBeVisible();
  expect(screen.getByLabelText('New password')).toHaveValue('short');
});

it('AUTH-039 says that the reset failed', async () => {
  server.use(answers(validateToken, { user: 'ann' }), refuses(resetPassword, new AppError(signInWords.link_used)));
  open('/login/reset-password?key=k1');
  await choose('Better123');
  expect(await screen.findByText('Failed to reset the password')).toBeVisible();
  expect(screen.getByText('This link can no longer be used. Ask for a new one.')).toBeVisible();
});

it('leads on from a link that can no longer be used', async () => {
  server.use(refuses(validateToken, new AppError(signInWords.link_used)));
  open('/login/reset-password?key=old');
  expect(await screen.findByRole('heading', { name: 'This link can no longer be used' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/login/forgot-password');
});
