import { approveClientLogin } from '@packhouse/contract/access/access-client-login-routes.ts';
import { mfaVerify } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { forgotPassword, resetPassword, validateToken } from '@packhouse/contract/access/auth-password-reset-routes.ts';
import { autoRedirect, changePassword, login, loginPageVisualMode, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { ChangePasswordPage } from './change-password-page.tsx';
import { ClientLoginPage } from './client-login-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { OtpLoginPage } from './otp-login-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SessionEndDialog } from './session-end-dialog.tsx';

prepareFormExamination();
expectEveryForm(import.meta.dirname);

const routes = [
  { path: '/login', Component: LoginPage },
  { path: '/login/cli-registration', Component: ClientLoginPage },
  { path: '/login/change-password/:userName?', Component: ChangePasswordPage },
  { path: '/login/forgot-password', Component: ForgotPasswordPage },
  { path: '/login/otp-login', Component: OtpLoginPage },
  { path: '/login/reset-password', Component: ResetPasswordPage },
  { path: '/packages', Component: SessionEndDialog },
];
const session = { kind: 'nobody', name: '' } as const;
const signedIn = { name: 'ann', realm: 'internal', mfaStatus: 'none' };
const page = [
  answers(loginRelatedData, { forgotPassword: true, canRememberMe: true, ssoProviderLink: null }),
  answers(loginPageVisualMode, { loginIsExternal: false }),
  answers(oauthProviders, []),
  answers(autoRedirect, { autoRedirect: false, url: null }),
  answers(validateToken, { user: 'ann' }),
];
const twice = { 'New password': 'Secret-pass-1', 'Confirm new password': 'Secret-pass-1' };

examineForm('login-page.tsx PasswordForm', {
  routes,
  path: '/login',
  session,
  answers: page,
  submit: 'Sign in',
  good: { 'User name': 'ann', Password: 'Secret-pass-1' },
  wrong: [
    ['User name', '', /Enter your user name/],
    ['Password', '', /Enter your password/],
  ],
  sends: login,
  reply: signedIn,
  names: {},
});

examineForm('session-end-dialog.tsx SessionEndDialog', {
  routes,
  path: '/packages',
  session: { kind: 'user', name: 'ann', realm: 'internal' },
  answers: page,
  submit: 'Sign in',
  good: { Password: 'Secret-pass-1' },
  wrong: [['Password', '', /Enter your password/]],
  sends: login,
  reply: signedIn,
  names: {},
});

examineForm('change-password-page.tsx ChangePasswordPage', {
  routes,
  path: '/login/change-password',
  session,
  answers: page,
  submit: 'Change password',
  good: { 'User name': 'ann', 'Current password': 'old', ...twice },
  wrong: [
    ['User name', '', /Enter your user name/],
    ['Current password', '', /Enter your password/],
    ['New password', 'short', /at least 8/],
    ['Confirm new password', 'Other-pass-1', /differ|same|match/],
  ],
  sends: changePassword,
  reply: undefined,
  names: { 'New password': 'newPassword' },
});

examineForm('forgot-password-page.tsx ForgotPasswordPage', {
  routes,
  path: '/login/forgot-password',
  session,
  answers: page,
  submit: 'Send the link',
  good: { 'User name or e-mail address': 'ann' },
  wrong: [['User name or e-mail address', '', /Enter/]],
  sends: forgotPassword,
  reply: undefined,
  names: {},
});

examineForm('new-password-form.tsx NewPasswordForm', {
  routes,
  path: '/login/reset-password?key=k',
  session,
  answers: page,
  submit: 'Set the password',
  good: twice,
  wrong: [
    ['New password', 'short', /at least 8/],
    ['New password', 'alllowercase1', /upper-case/],
    ['Confirm new password', 'Other-pass-1', /differ|same|match/],
  ],
  sends: resetPassword,
  reply: undefined,
  names: { 'New password': 'password' },
});

examineForm('code-form.tsx CodeForm', {
  routes,
  path: '/login/otp-login',
  session,
  answers: page,
  submit: 'Go on',
  good: { Code: '123456' },
  wrong: [['Code', '', /code/]],
  sends: mfaVerify,
  reply: signedIn,
  names: {},
});

examineForm('client-login-page.tsx CodeForm', {
  routes,
  path: '/login/cli-registration?jfClientSession=7f0d3cf8-52f4-4f0f-8ba6-7b2d8a2f0001&jfClientName=cli',
  session: { kind: 'user', name: 'ann' },
  answers: page,
  submit: 'Let it act for me',
  good: { 'Code that the command line shows': '1234' },
  wrong: [['Code that the command line shows', '', /Type the code/]],
  sends: approveClientLogin,
  reply: undefined,
  names: {},
});
