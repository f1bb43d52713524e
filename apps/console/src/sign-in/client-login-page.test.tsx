import { approveClientLogin } from '@packhouse/contract/access/access-client-login-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { loginPageVisualMode, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ClientLoginPage } from './client-login-page.tsx';
import { LoginPage } from './login-page.tsx';
import { pathAfterLogin } from './redirect-memory.ts';

prepareConsole();

const routes = [
  { path: '/login', Component: LoginPage },
  { path: '/login/cli-registration', Component: ClientLoginPage },
];
const session = '0b54e1c8-8f0e-4f43-9a51-3d4a0f7e12ab';
const address = `jfClientSession=${session}&jfClientName=JFrog-CLI&jfClientCode=1`;

it('AUTH-055 completes the login of a command line and says so', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(approveClientLogin, ({ body }) => {
      asked.push(body);
      return undefined;
    }),
  );
  const router = renderArea(routes, `/login?${address}`, { kind: 'user', name: 'ann' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login/cli-registration'));
  expect(screen.getByText(/JFrog-CLI wants to act for you, ann/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Let it act for me' }));
  expect(screen.getByText('Type the code')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Code that the command line shows'), '12ab');
  await userEvent.click(screen.getByRole('button', { name: 'Let it act for me' }));
  expect(await screen.findByText(/The command line is signed in/)).toBeVisible();
  expect(asked).toEqual([{ session, code: '12ab', client: 'JFrog-CLI' }]);
});

it('AUTH-048 brings whoever must sign in first back to it', async () => {
  server.use(
    answers(loginRelatedData, { forgotPassword: false, canRememberMe: true, ssoProviderLink: null }),
    answers(loginPageVisualMode, { loginIsExternal: false }),
    answers(oauthProviders, []),
  );
  const router = renderArea(routes, `/login/cli-registration?${address}`, { kind: 'nobody', name: '' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(pathAfterLogin(false)).toBe(`/login/cli-registration?${address}`);
});

it('shows why the server refuses', async () => {
  server.use(refuses(approveClientLogin, new AppError(accessWords.login_not_awaited)));
  renderArea(routes, `/login/cli-registration?${address}`, { kind: 'user', name: 'ann' });
  await userEvent.type(await screen.findByLabelText('Code that the command line shows'), '12ab');
  await userEvent.click(screen.getByRole('button', { name: 'Let it act for me' }));
  expect(await screen.findByText(/start it again/)).toBeVisible();
});
