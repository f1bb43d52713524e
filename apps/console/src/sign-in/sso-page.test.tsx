import { autoRedirect, currentUser, loginPageVisualMode, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { crowdSsoLogin, httpSsoLogin } from '@packhouse/contract/access/auth-sso-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withIcon } from '../start-up/sso-provider-icon.tsx';
import { LoginPage } from './login-page.tsx';
import { rememberPath } from './redirect-memory.ts';
import { SsoPage } from './sso-page.tsx';

prepareConsole();

const assign = vi.fn<(address: string) => void>();
const real = window.location;
const routes = [
  { path: '/login', Component: LoginPage },
  { path: '/login/sso/:ssoLoginType', Component: SsoPage },
  { path: '*', Component: () => <p>arrived</p> },
];
const ann = {
  name: 'ann',
  realm: 'oauth',
  mfaStatus: 'none' as const,
  kind: 'user' as const,
  administrator: false,
  email: '',
  groups: [],
  profileUpdatable: false,
  actions: { repository: [], build: [], releaseBundle: [] },
};
const github = { name: 'GitHub', type: 'GitHub', url: '/start/github' };

beforeEach(() => {
  sessionStorage.clear();
  assign.mockReset();
  vi.stubGlobal('location', new Proxy({}, { get: (_, name) => (name === 'assign' ? assign : Reflect.get(real, name)) }));
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  server.use(
    answers(loginRelatedData, { forgotPassword: false, canRememberMe: true, ssoProviderLink: null }),
    answers(loginPageVisualMode, { loginIsExternal: false }),
    answers(oauthProviders, [github]),
    answers(autoRedirect, { autoRedirect: false, url: null }),
    answers(currentUser, ann),
  );
});
afterEach(() => vi.unstubAllGlobals());

const open = (path: string) => renderArea(routes, path, { kind: 'nobody', name: '' });

it('AUTH-012 derives the icon of a provider from its type in lower case', () => {
  expect(withIcon(github)).toEqual({ ...github, icon: 'github' });
});

it('AUTH-018 leads to the provider behind a button that carries its icon', async () => {
  open('/login');
  const button = await screen.findByRole('button', { name: 'Continue with GitHub' });
  expect(button.querySelector('[data-icon=github]')).not.toBeNull();
  await userEvent.click(button);
  expect(assign).toHaveBeenCalledWith('/start/github');
});

it('AUTH-013 AUTH-021 leaves the form out in external mode', async () => {
  server.use(answers(loginPageVisualMode, { loginIsExternal: true }));
  open('/login');
  expect(await screen.findByText('Sign-in goes through your organisation.')).toBeVisible();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

it('AUTH-076 goes to the provider at once where that is wished, but not after signing out', async () => {
  server.use(answers(autoRedirect, { autoRedirect: true, url: '/start/github' }));
  open('/login?logout=true');
  await screen.findByRole('button', { name: 'Continue with GitHub' });
  expect(assign).not.toHaveBeenCalled();
  open('/login');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/start/github'));
});

it('AUTH-010 AUTH-056 goes on where somebody was, once the provider sent them back', async () => {
  rememberPath('/packages/here');
  const router = open('/login/sso/oauth?done=true');
  await waitFor(() => expect(router.state.location.pathname).toBe('/packages/here'));
});

it('AUTH-056 sends whoever opens it to the only provider', async () => {
  open('/login/sso/oauth');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/start/github'));
});

it('AUTH-056 goes to the SAML provider', async () => {
  server.use(answers(loginRelatedData, { forgotPassword: false, canRememberMe: true, ssoProviderLink: '/start/saml' }));
  open('/login/sso/saml');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/start/saml'));
});

it('AUTH-056 signs in by header and by Crowd', async () => {
  server.use(answers(httpSsoLogin, { name: 'ann', realm: 'http', mfaStatus: 'none' }), refuses(crowdSsoLogin, 'unauthenticated'));
  rememberPath('/packages/there');
  const router = open('/login/sso/http');
  await waitFor(() => expect(router.state.location.pathname).toBe('/packages/there'));
  open('/login/sso/crowd');
  expect(await screen.findByText('Sign in to continue')).toBeVisible();
});

it('says why nobody was signed in, and leads back without leaving again', async () => {
  open('/login/sso/oauth?problem=no_account');
  expect(await screen.findByText('You have no account here. Ask an administrator for one.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login?stay=true');
});
