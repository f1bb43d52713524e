import { setInvitedPassword } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { autoRedirect, login, loginPageVisualMode, loginRelatedData, oauthProviders, verifyToken } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { accountPages } from './account-pages.ts';
import { LoginPage } from './login-page.tsx';

prepareConsole();

const routes = [{ path: '/login', children: [{ index: true, Component: LoginPage }, ...accountPages('login')] }];
const open = (path: string) => renderArea(routes, path, { kind: 'nobody', name: '' });
const valid = answers(verifyToken, { userName: 'ann', expiresAt: '2030-01-01T00:00:00.000Z', invitation: true });

beforeEach(() => {
  server.use(
    answers(loginRelatedData, { forgotPassword: false, canRememberMe: true, ssoProviderLink: null }),
    answers(loginPageVisualMode, { loginIsExternal: false }),
    answers(autoRedirect, { autoRedirect: false, url: null }),
    answers(oauthProviders, []),
  );
});

async function choose(password: string) {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Confirm new password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Set the password and sign in' }));
}

it('AUTH-008 AUTH-053 lets the invited user set a password and signs in with it', async () => {
  const steps: unknown[] = [];
  server.use(
    valid,
    answers(setInvitedPassword, ({ body }) => {
      steps.push(body);
      return { user: 'ann' };
    }),
    answers(login, ({ body }) => {
      steps.push(body);
      return { name: 'ann', realm: 'internal', mfaStatus: 'enroll' as const };
    }),
  );
  const router = open('/login/invitation?token=t1');
  expect(await screen.findByText(/Your user name is ann/)).toBeVisible();
  await choose('Chosen123');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login/mfa-enroll'));
  expect(steps).toEqual([
    { token: 't1', password: 'Chosen123' },
    { user: 'ann', password: 'Chosen123', type: 'login' },
  ]);
});

it('AUTH-052 goes to sign-in with the logout flag without a token, or with one that fails', async () => {
  server.use(refuses(verifyToken, 'bad_credentials'));
  for (const path of ['/login/invitation', '/login/invitation?token=old']) {
    const router = open(path);
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', search: '?logout=true' }));
  }
});

it('AUTH-052 an access token is no invitation', async () => {
  server.use(answers(verifyToken, { userName: 'ann', expiresAt: null, invitation: false }));
  const router = open('/login/invitation?token=of-a-client');
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', search: '?logout=true' }));
});

it('AUTH-064 shows the server’s own failure and keeps what was typed', async () => {
  server.use(valid, refuses(setInvitedPassword, 'internal'));
  open('/login/invitation?token=t1');
  await choose('Chosen123');
  expect(await screen.findByText('The password was not set')).toBeVisible();
  expect(screen.getByText(/Something went wrong/)).toBeVisible();
  expect(screen.getByLabelText('New password')).toHaveValue('Chosen123');
});

it('AUTH-007 AUTH-054 lists the providers that the registration token asks for', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers(oauthProviders, ({ query }) => {
      asked.push(query.get('registrationToken'));
      return [{ name: 'GitHub', type: 'github', url: '/sign-up' }];
    }),
  );
  open('/login/registration?registrationToken=r1');
  expect(await screen.findByRole('button', { name: /Continue with GitHub/ })).toBeVisible();
  expect(asked).toEqual(['r1']);
});

it('AUTH-007 says what to do where there is no provider', async () => {
  open('/login/registration');
  expect(await screen.findByText(/Ask an administrator for an invitation/)).toBeVisible();
});
