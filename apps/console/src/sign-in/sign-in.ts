import { call, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { setLive } from '@packhouse/console-kit/calls/live-events.ts';
import { nobody, session, setSession } from '@packhouse/console-kit/session/session.ts';
import { changePassword, login, logout, redirectTarget } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { useLoginState } from '../start-up/login-state.ts';
import { leadToTrouble } from '../start-up/server-trouble.ts';
import { restartUp, useStartUp } from '../start-up/start-up.ts';
import { forgetPath, pathAfterLogin, takeExternal } from './redirect-memory.ts';

/** Goes to a page of the console. */
export type Go = (path: string, options?: { replace?: boolean }) => void;

/** Keys of browser storage that hold how far somebody got in the guides. */
const guideKeys = ['packhouse.guide', 'packhouse.identity'];

interface Credentials {
  user: string;
  password: string;
  remember: boolean;
}

/**
 * Does what follows a sign-in: the user is stored, the application started, periodic work resumed and what strangers saw forgotten;
 * then on to where they were going, unless that is prevented.
 */
export async function afterLogin(user: { name: string; realm: string }, go: Go, options: { preventRedirect?: boolean } = {}): Promise<void> {
  setSession({ kind: 'user', ended: false, name: user.name, realm: user.realm });
  await restartUp();
  setLive(true);
  queryClient.clear();
  if (options.preventRedirect) return;
  const { trouble } = useStartUp.getState();
  if (trouble) return leadToTrouble(trouble, go);
  const external = takeExternal();
  if (external) {
    const target = await call(redirectTarget, { query: { redirectTo: external } }).catch(() => undefined);
    if (target) return window.location.assign(target.url);
  }
  const path = pathAfterLogin(session().administrator);
  forgetPath();
  go(path, { replace: true });
}

/** Signs in with a password and goes on to the next step that the server asks for. */
export async function signIn({ user, password, remember }: Credentials, go: Go, options: { preventRedirect?: boolean } = {}): Promise<void> {
  useLoginState.setState({ loading: true });
  try {
    await enter({ user, password, remember }, go, options);
  } finally {
    useLoginState.setState({ loading: false });
  }
}

async function enter({ user, password, remember }: Credentials, go: Go, options: { preventRedirect?: boolean }): Promise<void> {
  const answer = await call(login, { query: { 'remember-me': String(remember) }, body: { user, password, type: 'login' } });
  if (answer.mfaStatus === 'enroll') return go('/login/mfa-enroll');
  if (answer.mfaStatus === 'verify') {
    useLoginState.setState({ mfaAuthenticator: 'google' });
    return go('/login/otp-login');
  }
  await afterLogin(answer, go, options);
}

/** Changes a password by proving the old one, then signs in with the new one. */
export async function renewPassword({ user, oldPassword, newPassword }: { user: string; oldPassword: string; newPassword: string }, go: Go): Promise<void> {
  await call(changePassword, { body: { userName: user, oldPassword, newPassword } });
  await signIn({ user, password: newPassword, remember: false }, go);
}

/** Ends the session here and on the server; whoever came through SAML leaves there too. */
export async function signOut(go: Go): Promise<void> {
  const { realm } = session();
  const { samlLogoutUrl } = useLoginState.getState();
  await call(logout, {}).catch(() => undefined);
  setLive(false);
  for (const key of guideKeys) localStorage.removeItem(key);
  setSession({ ...nobody, interface: session().interface });
  queryClient.clear();
  await restartUp();
  if (realm === 'saml' && samlLogoutUrl) return window.location.assign(samlLogoutUrl);
  go('/login?logout=true', { replace: true });
}

/** Whether the server says that the password must be changed before anything else. */
export function mustChangePassword(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === 'password_expired' || code === 'credentials_expired';
}
