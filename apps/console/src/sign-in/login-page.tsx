import { isApiError, query } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { autoRedirect } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { Banner, Button, CheckField, PasswordField, TextField } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { t } from '../console-words.ts';
import { readLoginState, useLoginState } from '../start-up/login-state.ts';
import { useFirstProblem } from './first-problem.ts';
import { rememberExternal } from './redirect-memory.ts';
import { mustChangePassword, signIn } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t as flows } from './sign-in-words.ts';
import { SsoProviders } from './sso-providers.tsx';

interface Failure {
  user?: string;
  password?: string;
  messages: readonly string[];
}

function getMessages(error: unknown): readonly string[] {
  return isApiError(error) ? error.messages : [(error as Error).message];
}

/** The form for a user name and a password. */
function PasswordForm() {
  const navigate = useNavigate();
  const { forgotPassword: canReset, rememberMeEnabled: canRemember, loading } = useLoginState();
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [failure, setFailure] = useState<Failure>({ messages: [] });
  const [missed, setMissed] = useState<number>();
  const form = useFirstProblem(missed);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const missing = { ...(user.trim() ? {} : { user: t('enterUserName') }), ...(password ? {} : { password: t('enterPassword') }) };
    setFailure({ ...missing, messages: [] });
    if (Object.keys(missing).length > 0) return setMissed((missed ?? 0) + 1);
    try {
      await signIn({ user: user.trim(), password, remember }, (path, options) => void navigate(path, options));
    } catch (error) {
      if (mustChangePassword(error)) return void navigate(`/login/change-password/${encodeURIComponent(user.trim())}`, { state: { expired: true } });
      setFailure({ messages: getMessages(error) });
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {failure.messages.length > 0 && (
        <Banner kind="bad">
          <div className="sign-in-failure">
            {failure.messages.map((message) => (
              <span key={message}>{message}</span>
            ))}
          </div>
        </Banner>
      )}
      <TextField
        ref={first}
        label={t('userName')}
        name="username"
        value={user}
        onChange={setUser}
        problem={failure.user}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField label={t('password')} name="password" value={password} onChange={setPassword} problem={failure.password} autoComplete="current-password" />
      {(canRemember || canReset) && (
        <div className="sign-in-row">
          {canRemember && <CheckField label={t('rememberMe')} checked={remember} onChange={setRemember} />}
          {canReset && <Link to="/login/forgot-password">{t('forgotPassword')}</Link>}
        </div>
      )}
      <Button type="submit" kind="primary" loading={loading}>
        {t('signIn')}
      </Button>
    </form>
  );
}

/** The sign-in page, with whatever ways in this installation offers. */
export function LoginPage() {
  const [search] = useSearchParams();
  return search.has('jfClientSession') ? <Navigate to={`/login/cli-registration?${search}`} replace /> : <SignInPage search={search} />;
}

function SignInPage({ search }: { search: URLSearchParams }) {
  const { anonymousAllowed, anonymousUiBlocked } = useSession();
  const { loginViewMode, ssoProviderLinkSAML, oauthProviders } = useLoginState();
  useEffect(() => void readLoginState(), []);
  const { data: redirect } = useQuery(query(autoRedirect, {}));
  const external = loginViewMode === 'external';
  const target = search.get('redirectTo');
  useEffect(() => {
    if (target) rememberExternal(target);
  }, [target]);
  // Whoever has just signed out, or came back without success, is not sent away again at once.
  const leaves = redirect?.autoRedirect && !['logout', 'ended', 'stay'].some((word) => search.has(word)) ? redirect.url : null;
  useEffect(() => {
    if (leaves) window.location.assign(leaves);
  }, [leaves]);
  const note = search.has('mailed')
    ? flows('linkSent')
    : search.has('ended')
      ? t('sessionEnded')
      : search.has('logout') && search.has('by')
        ? t('signedOut')
        : undefined;
  return (
    <SignInFrame title={t('welcome')} documentTitle={t('login')} text={external ? t('externalOnly') : note}>
      {!external && <PasswordForm />}
      <SsoProviders samlLink={ssoProviderLinkSAML} providers={oauthProviders} />
      {anonymousAllowed && !anonymousUiBlocked && <Link to="/home">{t('lookAround')}</Link>}
    </SignInFrame>
  );
}
