import { session } from '@packhouse/console-kit/session/session.ts';
import { type Enrolment, mfaEnroll, mfaVerify } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { currentUser, login, loginPageVisualMode, loginRelatedData } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { answers, everythingElse, on, refuse, refuses, replaced } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { accountPages } from './account-pages.ts';
import { LoginPage } from './login-page.tsx';

prepareConsole();

const routes = [{ path: '/login', children: [{ index: true, Component: LoginPage }, ...accountPages('login')] }];
const open = (path: string) => renderArea(routes, path, { kind: 'nobody', name: '' });
const ann = { name: 'ann', realm: 'internal', mfaStatus: 'none' } as const;
const enrolment: Enrolment = { authenticator: 'google', secret: 'ABCDEFGHABCDEFGH', uri: 'otpauth://totp/x', qrCode: 'data:image/svg+xml;base64,PHN2Zy8+' };
const asked: unknown[] = [];

/** The browser's connection for live events, which the page opens after signing in. */
class SilentEvents {
  addEventListener = () => undefined;
  close = () => undefined;
}

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentEvents);
  asked.length = 0;
  server.use(
    answers(loginRelatedData, { forgotPassword: false, canRememberMe: true, ssoProviderLink: null }),
    answers(loginPageVisualMode, { loginIsExternal: false }),
    answers(currentUser, {
      ...ann,
      kind: 'user',
      administrator: false,
      email: '',
      groups: [],
      profileUpdatable: true,
      actions: { repository: [], build: [], releaseBundle: [] },
    }),
    // What else the start of the console asks for may fail; it goes on without.
    everythingElse(refuse('not_found')),
  );
});

async function enter(code: string) {
  await userEvent.type(await screen.findByLabelText('Code'), code);
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
}

it('AUTH-002 AUTH-024 AUTH-032 asks for the code after the password and completes the sign-in with it', async () => {
  server.use(
    answers(login, { ...ann, mfaStatus: 'verify' }),
    answers(mfaVerify, ({ body }) => {
      asked.push(body);
      return ann;
    }),
  );
  const router = open('/login');
  await userEvent.type(await screen.findByLabelText('User name'), 'ann');
  await userEvent.type(screen.getByLabelText('Password'), 'Secret123');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await enter('123 456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(asked).toEqual([{ authenticator: 'google', otp: '123 456' }]);
  expect(session()).toMatchObject({ kind: 'user', name: 'ann' });
});

it('wants something to be entered', async () => {
  open('/login/otp-login');
  await userEvent.click(await screen.findByRole('button', { name: 'Go on' }));
  expect(screen.getByText('Enter the code')).toBeVisible();
});

it('AUTH-033 shows what the server says about a wrong code', async () => {
  server.use(refuses(mfaVerify, new AppError(signInWords.code_wrong_or_used)));
  open('/login/otp-login');
  await enter('000000');
  expect(await screen.findByText('The code is wrong or was used before')).toBeVisible();
  expect(screen.getByLabelText('Code')).toHaveValue('000000');
});

it('AUTH-033 says that something went wrong where the server says nothing', async () => {
  server.use(on(mfaVerify, () => replaced(502)));
  open('/login/otp-login');
  await enter('000000');
  expect(await screen.findByText('something went wrong')).toBeVisible();
});

it('AUTH-034 returns to sign-in where the password must be entered again', async () => {
  server.use(refuses(mfaVerify, 'forbidden'));
  const router = open('/login/otp-login');
  await enter('000000');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

it('AUTH-003 AUTH-031 shows the QR code and the secret, and signs in with the first code', async () => {
  server.use(answers(mfaEnroll, enrolment), answers(mfaVerify, { ...ann, recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] }));
  const router = open('/login/mfa-enroll');
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toHaveAttribute('src', enrolment.qrCode);
  expect(screen.getByText('ABCDEFGHABCDEFGH')).toBeVisible();
  await enter('123456');
  expect(await screen.findByText('cccc-dddd')).toBeVisible();
  expect(router.state.location.pathname).toBe('/login/mfa-enroll');
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(session()).toMatchObject({ kind: 'user', name: 'ann' });
});

it('AUTH-062 leads back to sign-in when there is none to complete', async () => {
  server.use(refuses(mfaEnroll, 'forbidden'));
  const router = open('/login/mfa-enroll');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
