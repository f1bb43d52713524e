import { call, query } from '@packhouse/console-kit/calls/calls.ts';
import { resetPassword, validateToken } from '@packhouse/contract/access/auth-password-reset-routes.ts';
import { notify, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { t as shell } from '../console-words.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { signIn } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t } from './sign-in-words.ts';

/** A new password for whoever holds a mailed key; then they are signed in. */
export function ResetPasswordPage() {
  const [params] = useSearchParams();
  const key = params.get('key') ?? '';
  const navigate = useNavigate();
  const { data, error } = useQuery({ ...query(validateToken, { query: { key } }), enabled: key !== '', retry: false, staleTime: Number.POSITIVE_INFINITY });
  if (key === '' || error) return <BrokenLink text={error?.message ?? t('linkBrokenText')} />;
  if (!data)
    return (
      <SignInFrame title={t('resetTitle')} documentTitle={t('resetTitle')} text={t('checking')}>
        <Skeleton lines={3} height={40} />
      </SignInFrame>
    );
  const { user } = data;
  const reset = async (password: string) => {
    await call(resetPassword, { query: { key }, body: { user, password } });
    notify.good(t('resetDone'));
    await signIn({ user, password, remember: false }, (path, options) => void navigate(path, options));
  };
  return (
    <SignInFrame title={t('resetTitle')} documentTitle={t('resetTitle')} text={t('resetText', { name: user })}>
      <NewPasswordForm user={user} submitLabel={t('resetButton')} failureTitle={t('failedToReset')} onSubmit={reset} />
      <Link to="/login">{shell('backToLogin')}</Link>
    </SignInFrame>
  );
}

function BrokenLink({ text }: { text: string }) {
  return (
    <SignInFrame title={t('linkBroken')} documentTitle={t('linkBroken')} text={text}>
      <Link to="/login/forgot-password">{t('askAgain')}</Link>
      <Link to="/login">{shell('backToLogin')}</Link>
    </SignInFrame>
  );
}
