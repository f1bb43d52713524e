import { setInvitedPassword } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { forgotPassword } from '@packhouse/contract/access/auth-password-reset-routes.ts';
import {
  autoRedirect,
  changePassword,
  loginPageVisualMode,
  loginRelatedData,
  oauthProviders,
  verifyToken,
} from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { problemWords } from '@packhouse/contract/problem-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { answers, on, refuseFields, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ChangePasswordPage } from './change-password-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { LoginPage } from './login-page.tsx';
import { OtpLoginPage } from './otp-login-page.tsx';

prepareConsole();

const open = (path: string) =>
  renderArea(
    [
      { path: '/login', Component: LoginPage },
      { path: '/login/change-password/:userName?', Component: ChangePasswordPage },
      { path: '/login/forgot-password', Component: ForgotPasswordPage },
      { path: '/login/otp-login', Component: OtpLoginPage },
      { path: '/login/invitation', Component: InvitationPage },
    ],
    path,
    { kind: 'nobody', name: '' },
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (label: string | RegExp) => screen.findByLabelText(label);

beforeEach(() =>
  server.use(
    answers(loginRelatedData, { forgotPassword: true, canRememberMe: true, ssoProviderLink: null }),
    answers(loginPageVisualMode, { loginIsExternal: false }),
    answers(oauthProviders, []),
    answers(autoRedirect, { autoRedirect: false, url: null }),
    answers(verifyToken, { userName: 'ann', expiresAt: null, invitation: true }),
  ),
);

it('sign-in goes to the field that is empty', async () => {
  open('/login');
  await userEvent.type(await field('User name'), 'ann');
  await press('Sign in');
  expect(await screen.findByText('Enter your password')).toBeVisible();
  expect(await field('Password')).toHaveFocus();
  expect(await field('User name')).toHaveValue('ann');
});

it.each([
  ['/login/forgot-password', 'Send the link', /user name or e-mail/i],
  ['/login/otp-login', 'Go on', 'Code'],
  ['/login/invitation?token=t', 'Set the password and sign in', 'New password'],
])('%s goes to the field that is empty', async (path, button, label) => {
  server.use(refuses(forgotPassword, 'internal'));
  open(path);
  await field(label);
  (await screen.findByRole('button', { name: button })).focus();
  await press(button);
  await waitFor(async () => expect(await field(label)).toHaveFocus());
  expect(await field(label)).toHaveAttribute('aria-invalid', 'true');
});

it('a first password that the server refuses is told beside it', async () => {
  server.use(on(setInvitedPassword, () => refuseFields({ path: 'password', ...say(problemWords.use_at_least, { count: 20 }) })));
  open('/login/invitation?token=t');
  await userEvent.type(await field('New password'), 'Secret-pass-1');
  await userEvent.type(await field('Confirm new password'), 'Secret-pass-1');
  await press('Set the password and sign in');
  expect(await screen.findByText('Use at least 20 characters')).toBeVisible();
  expect(await field('New password')).toHaveFocus();
  expect(await field('New password')).toHaveValue('Secret-pass-1');
});

it('a wrong old password is told beside it', async () => {
  server.use(refuses(changePassword, 'bad_credentials'));
  open('/login/change-password/ann');
  await userEvent.type(await field('Current password'), 'wrong');
  await userEvent.type(await field('New password'), 'Secret-pass-1');
  await userEvent.type(await field('Confirm new password'), 'Secret-pass-1');
  await press('Change password');
  expect(await screen.findByText('The password is wrong')).toBeVisible();
  expect(await field('Current password')).toHaveFocus();
  expect(await field('New password')).toHaveValue('Secret-pass-1');
});
