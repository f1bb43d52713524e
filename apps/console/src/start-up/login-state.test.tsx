import { login, loginPageVisualMode, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server } from '@packhouse/testkit/console/render-area.tsx';
import { expect, it } from 'vitest';
import { signIn } from '../sign-in/sign-in.ts';
import { readLoginState, useLoginState } from './login-state.ts';

prepareConsole();

it('AUTH-011 AUTH-013 AUTH-017 the login state holds what the sign-in page shows', async () => {
  server.use(
    answers(loginRelatedData, { forgotPassword: true, canRememberMe: true, ssoProviderLink: '/saml' }),
    answers(loginPageVisualMode, { loginIsExternal: true }),
    answers(oauthProviders, [{ name: 'Work', type: 'GitHub', url: '/start' }]),
  );
  await readLoginState();
  expect(useLoginState.getState()).toEqual({
    samlLogoutUrl: null,
    forgotPassword: true,
    rememberMeEnabled: true,
    ssoProviderLinkSAML: '/saml',
    oauthProviders: [{ name: 'Work', type: 'GitHub', url: '/start', icon: 'github' }],
    loading: false,
    mfaAuthenticator: undefined,
    loginViewMode: 'external',
  });
});

it('AUTH-011 is loading while credentials are on their way, and then knows the authenticator that is asked for', async () => {
  const seen: boolean[] = [];
  server.use(
    answers(login, () => {
      seen.push(useLoginState.getState().loading);
      return { name: 'ann', realm: 'internal', mfaStatus: 'verify' as const };
    }),
  );
  await signIn({ user: 'ann', password: 'x', remember: false }, () => undefined);
  expect(seen).toEqual([true]);
  expect(useLoginState.getState()).toMatchObject({ loading: false, mfaAuthenticator: 'google' });
});

it('offers nothing that it cannot read, and the way in by password all the same', async () => {
  for (const route of [loginRelatedData, loginPageVisualMode, oauthProviders]) server.use(refuses(route, 'internal'));
  await readLoginState();
  expect(useLoginState.getState()).toMatchObject({
    forgotPassword: false,
    rememberMeEnabled: false,
    ssoProviderLinkSAML: null,
    oauthProviders: [],
    loginViewMode: 'internal',
  });
});
