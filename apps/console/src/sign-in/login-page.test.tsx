import { setSession } from '@packhouse/console-kit/session/session.ts';
import { autoRedirect, changePassword, login, loginPageVisualMode, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ChangePasswordPage } from './change-password-page.tsx';
import { LoginPage } from './login-page.tsx';

prepareConsole();

const routes = [
  { path: '/login', Component: LoginPage },
  { path: '/login/change-password/:userName?', Component: ChangePasswordPage },
];

beforeEach(() => {
  server.use(
    answers(loginRelatedData, { forgotPassword: false, canRememberMe: true, ssoProviderLink: null }),
    answers(loginPageVisualMode, { loginIsExternal: false }),
    answers(oauthProviders, []),
    answers(autoRedirect, { autoRedirect: false, url: null }),
  );
});

async function fillIn(password = 'Secret123') {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('User name'), 'ann');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return user;
}

const open = (path = '/login') => renderArea(routes, path, { kind: 'nobody', name: '' });

it('SHELL-066 is titled Login', async () => {
  open();
  await screen.findByLabelText('User name');
  expect(document.title).toBe('Login');
});

it('AUTH-018 offers what the server says there is', async () => {
  open();
  expect(await screen.findByLabelText('Remember me')).toBeInTheDocument();
  expect(screen.queryByText('Forgot password?')).toBeNull();
});

it('AUTH-018 shows one button per provider and the way to a forgotten password', async () => {
  server.use(
    answers(loginRelatedData, { forgotPassword: true, canRememberMe: false, ssoProviderLink: 'https://sso.test' }),
    answers(oauthProviders, [{ name: 'GitHub', type: 'GitHub', url: '/x' }]),
  );
  open();
  expect(await screen.findByText('Forgot password?')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Continue with SAML' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Continue with GitHub' })).toBeInTheDocument();
  expect(screen.queryByLabelText('Remember me')).toBeNull();
});

it('AUTH-020 shows the form when the lookup of the view mode fails', async () => {
  server.use(refuses(loginPageVisualMode, 'internal'));
  open();
  expect(await screen.findByLabelText('User name')).toBeInTheDocument();
});

it('AUTH-021 offers only the outside providers in external mode', async () => {
  server.use(answers(loginPageVisualMode, { loginIsExternal: true }), answers(oauthProviders, [{ name: 'GitHub', type: 'github', url: '/x' }]));
  open();
  expect(await screen.findByRole('button', { name: 'Continue with GitHub' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByLabelText('User name')).toBeNull());
});

it('AUTH-030 shows the messages of a refusal and stops loading', async () => {
  server.use(refuses(login, 'bad_credentials'));
  open();
  await fillIn();
  expect(await screen.findByText('The user name or the password is wrong')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy');
});

it('AUTH-022 is busy until the answer comes', async () => {
  let answer = () => {};
  server.use(
    answers(login, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { name: 'ann', realm: 'internal', mfaStatus: 'verify' as const };
    }),
  );
  const router = open();
  await fillIn();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => {
    answer();
    expect(router.state.location.pathname, 'AUTH-024').toBe('/login/otp-login');
  });
});

it('AUTH-023 leads to the enrolment of a second factor where one is asked for', async () => {
  server.use(answers(login, { name: 'ann', realm: 'internal', mfaStatus: 'enroll' }));
  const router = open();
  await fillIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/login/mfa-enroll'));
});

it('AUTH-029 leads to a new password when the old one has expired', async () => {
  server.use(refuses(login, 'password_expired'));
  const router = open();
  await fillIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/login/change-password/ann'));
  expect(await screen.findByText(/The password of ann has expired/)).toBeInTheDocument();
});

it('AUTH-040 says that the change failed', async () => {
  server.use(refuses(changePassword, 'bad_credentials'));
  setSession({});
  open('/login/change-password/ann');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Current password'), 'old');
  await user.type(screen.getByLabelText('New password'), 'Better123');
  await user.type(screen.getByLabelText('Confirm new password'), 'Better123');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Failed to change password')).toBeInTheDocument();
});

it('AUTH-041 checks the rules of a new password before it is sent', async () => {
  open('/login/change-password/ann');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Current password'), 'old');
  await user.type(screen.getByLabelText('New password'), 'short');
  await user.type(screen.getByLabelText('Confirm new password'), 'other');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Use at least 8 characters')).toBeInTheDocument();
  expect(screen.getByText('The two passwords are not the same')).toBeInTheDocument();
});
