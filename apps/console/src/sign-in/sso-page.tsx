import { call, isApiError } from '@packhouse/console-kit/calls/calls.ts';
import type { SignInProblem } from '@packhouse/contract/access/access-external-rules.ts';
import { currentUser, loginRelatedData, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { crowdSsoLogin, httpSsoLogin } from '@packhouse/contract/access/auth-sso-routes.ts';
import { Banner, Button } from '@packhouse/ui/core.ts';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { afterLogin, type Go } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t } from './sso-words.ts';

const words: Record<SignInProblem, () => string> = {
  no_account: () => t('no_account'),
  bad_name: () => t('bad_name'),
  name_taken: () => t('name_taken'),
  disabled: () => t('disabled'),
  no_console: () => t('no_console'),
  cancelled: () => t('cancelled'),
  expired: () => t('expired'),
  no_invitation: () => t('no_invitation'),
  unreachable: () => t('unreachable'),
  refused: () => t('refused'),
};

function readWords(problem: string): string {
  return words[problem as SignInProblem]?.() ?? words.refused();
}

/** Where the browser goes for a way in that begins at a provider; undefined when there is none, or several to choose from. */
async function providerAddress(kind: string): Promise<string | undefined> {
  if (kind === 'saml') return (await call(loginRelatedData, { body: {} })).ssoProviderLink ?? undefined;
  const providers = await call(oauthProviders, {});
  return providers.length === 1 ? providers[0]?.url : undefined;
}

/** Performs the single sign-on of this kind. `isBack` says that the provider has been passed and the session is there. Answers what hinders, if anything does. */
async function perform(kind: string, isBack: boolean, go: Go): Promise<string | undefined> {
  if (kind === 'crowd' || kind === 'http') {
    await afterLogin(await call(kind === 'crowd' ? crowdSsoLogin : httpSsoLogin, {}), go);
    return undefined;
  }
  if (kind !== 'saml' && kind !== 'oauth') return t('notOffered');
  if (isBack) {
    const user = await call(currentUser, {});
    if (user.kind !== 'user') return t('expired');
    await afterLogin(user, go);
    return undefined;
  }
  const address = await providerAddress(kind);
  if (!address) {
    if (kind === 'oauth') go('/login?stay=true', { replace: true });
    return t('notOffered');
  }
  window.location.assign(address);
  return undefined;
}

/** `/login/sso/:ssoLoginType`: goes to the provider, or goes on as a sign-in once it sent somebody back. */
export function SsoPage() {
  const { ssoLoginType = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const told = search.get('problem');
  const isBack = search.has('done');
  const [hindrance, setHindrance] = useState<string>();
  const run = useCallback(() => {
    setHindrance(undefined);
    perform(ssoLoginType.toLowerCase(), isBack, (path, options) => void navigate(path, options)).then(setHindrance, (error: unknown) =>
      setHindrance(isApiError(error) && error.status !== 0 ? error.messages.join(' ') : (error as Error).message),
    );
  }, [ssoLoginType, isBack, navigate]);
  useEffect(() => {
    if (told === null) run();
  }, [told, run]);
  const problem = told === null ? hindrance : readWords(told);
  return (
    <SignInFrame title={problem ? t('failed') : t('title')} documentTitle={t('title')} text={problem ? undefined : t('working')}>
      {problem && (
        <>
          <Banner kind="bad">{problem}</Banner>
          <Button kind="primary" onClick={() => (told === null ? run() : void navigate(`/login/sso/${ssoLoginType}`))}>
            {t('tryAgain')}
          </Button>
          <Link to="/login?stay=true">{t('backToLogin')}</Link>
        </>
      )}
    </SignInFrame>
  );
}
