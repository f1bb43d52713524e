import { call, query } from '@packhouse/console-kit/calls/calls.ts';
import { setInvitedPassword } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { oauthProviders, verifyToken } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { withIcon } from '../start-up/sso-provider-icon.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { signIn } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t } from './sign-in-words.ts';
import { SsoProviders } from './sso-providers.tsx';

/** The first password of somebody who was invited; then they are signed in. */
export function InvitationPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const navigate = useNavigate();
  const { data, error } = useQuery({ ...query(verifyToken, { body: { token } }), enabled: token !== '', retry: false, staleTime: Number.POSITIVE_INFINITY });
  // A token that is good for something else is none that lets anybody choose a password.
  const providers =
    useQuery({ ...query(oauthProviders, { query: { registrationToken: token } }), enabled: data?.invitation === true, retry: false }).data ?? [];
  if (token === '' || error || data?.invitation === false) return <Navigate to="/login?logout=true" replace />;
  if (!data)
    return (
      <SignInFrame title={t('invitedTitle')} documentTitle={t('invitedTitle')} text={t('checking')}>
        <Skeleton lines={3} height={40} />
      </SignInFrame>
    );
  const accept = async (password: string) => {
    const { user } = await call(setInvitedPassword, { body: { token, password } });
    await signIn({ user, password, remember: false }, (path, options) => void navigate(path, options));
  };
  return (
    <SignInFrame title={t('invitedTitle')} documentTitle={t('invitedTitle')} text={t('invitedText', { name: data.userName })}>
      <NewPasswordForm user={data.userName} submitLabel={t('invitedButton')} failureTitle={t('failedInvitation')} onSubmit={accept} />
      <SsoProviders samlLink={null} providers={providers.map(withIcon)} />
    </SignInFrame>
  );
}
