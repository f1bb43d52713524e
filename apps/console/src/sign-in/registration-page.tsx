import { Banner, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { t as shell } from '../console-words.ts';
import { readProviders } from '../start-up/login-state.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t } from './sign-in-words.ts';
import { SsoProviders } from './sso-providers.tsx';

/** Signs a new person up through one of the outside providers. */
export function RegistrationPage() {
  const [params] = useSearchParams();
  const registrationToken = params.get('registrationToken') ?? '';
  const { data, error } = useQuery({ queryKey: ['registration', registrationToken], queryFn: () => readProviders(registrationToken) });
  return (
    <SignInFrame title={t('registerTitle')} documentTitle={t('registerTitle')} text={data?.length === 0 ? t('registerNone') : t('registerText')}>
      {error && <Banner kind="bad">{error.message}</Banner>}
      {!data && !error && <Skeleton lines={2} height={40} />}
      <SsoProviders samlLink={null} providers={data ?? []} />
      <Link to="/login">{shell('backToLogin')}</Link>
    </SignInFrame>
  );
}
