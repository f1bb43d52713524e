import { query, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { loginPageVisualMode, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { create } from 'zustand';
import { type OfferedProvider, withIcon } from './sso-provider-icon.tsx';

/** The pages before sign-in know this. */
export interface LoginState {
  /** Where to leave a SAML session; null when the provider offers no such place. */
  samlLogoutUrl: string | null;
  /** A forgotten password can be replaced by mail. */
  forgotPassword: boolean;
  rememberMeEnabled: boolean;
  /** Where SAML sign-in begins; null when there is none. */
  ssoProviderLinkSAML: string | null;
  oauthProviders: readonly OfferedProvider[];
  /** Credentials are on their way. */
  loading: boolean;
  /** The second factor that the server asked for last. */
  mfaAuthenticator: 'google' | undefined;
  /** `external`: people sign in through outside providers only. */
  loginViewMode: 'internal' | 'external';
}

const initialLoginState: LoginState = {
  samlLogoutUrl: null,
  forgotPassword: false,
  rememberMeEnabled: false,
  ssoProviderLinkSAML: null,
  oauthProviders: [],
  loading: false,
  mfaAuthenticator: undefined,
  loginViewMode: 'internal',
};

export const useLoginState = create<LoginState>(() => initialLoginState);

/** Reads what the sign-in page offers. What cannot be read is not offered; the way in by password always is. */
export async function readLoginState(): Promise<void> {
  const known = useLoginState.setState;
  await Promise.all([
    queryClient.fetchQuery(query(loginRelatedData, { body: {} })).then(
      ({ forgotPassword, canRememberMe, ssoProviderLink }) => known({ forgotPassword, rememberMeEnabled: canRememberMe, ssoProviderLinkSAML: ssoProviderLink }),
      () => known({ forgotPassword: false, rememberMeEnabled: false, ssoProviderLinkSAML: null }),
    ),
    queryClient.fetchQuery(query(loginPageVisualMode, {})).then(
      ({ loginIsExternal }) => known({ loginViewMode: loginIsExternal ? 'external' : 'internal' }),
      () => known({ loginViewMode: 'internal' }),
    ),
    readProviders().catch(() => known({ oauthProviders: [] })),
  ]);
}

/** Reads the outside providers, those for new people when they bring a token for it. @throws ApiError */
export async function readProviders(registrationToken = ''): Promise<readonly OfferedProvider[]> {
  const list = await queryClient.fetchQuery(query(oauthProviders, registrationToken ? { query: { registrationToken } } : {}));
  const providers = list.map(withIcon);
  useLoginState.setState({ oauthProviders: providers });
  return providers;
}
