import { isApiError, query } from '@packhouse/console-kit/calls/calls.ts';
import { mfaEnroll, type mfaVerify } from '@packhouse/contract/access/auth-mfa-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { t as shell } from '../console-words.ts';
import { AuthenticatorSecret } from './authenticator-secret.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { afterLogin } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t } from './sign-in-words.ts';

type Verified = RouteReply<typeof mfaVerify>;

/** Sets the second factor up in the middle of a sign-in, where the platform asks for one. */
export function MfaEnrollPage() {
  const navigate = useNavigate();
  const [verified, setVerified] = useState<Verified>();
  const goOn = (answer: Verified) => afterLogin(answer, (path, options) => void navigate(path, options));
  if (verified?.recoveryCodes)
    return (
      <SignInFrame title={t('codesTitle')} documentTitle={t('codesTitle')}>
        <RecoveryCodes codes={verified.recoveryCodes} doneLabel={t('codesKept')} onDone={() => void goOn(verified)} />
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('enrolTitle')} documentTitle={t('enrolTitle')} text={t('enrolText')}>
      <Enrolment onVerified={(answer) => (answer.recoveryCodes ? setVerified(answer) : goOn(answer))} />
      <Link to="/login">{shell('backToLogin')}</Link>
    </SignInFrame>
  );
}

function Enrolment({ onVerified }: { onVerified: (answer: Verified) => Promise<void> | void }) {
  // Another sign-in gets another secret: nothing that was shown before counts.
  const { data, error } = useQuery({ ...query(mfaEnroll, {}), retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  if (error && (error as { status?: number }).status === 403) return <Navigate to="/login" replace />;
  if (error) return <Banner kind="bad">{isApiError(error) && error.isTold ? error.message : t('somethingWrong')}</Banner>;
  if (!data) return <Skeleton lines={4} height={40} />;
  return (
    <>
      <AuthenticatorSecret {...data} />
      <CodeForm onVerified={onVerified} />
    </>
  );
}
