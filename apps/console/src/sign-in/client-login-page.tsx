import { call, isApiError } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { approveClientLogin } from '@packhouse/contract/access/access-client-login-routes.ts';
import { Banner, Button, TextField } from '@packhouse/ui/core.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { t } from '../console-words.ts';
import { useFirstProblem } from './first-problem.ts';
import { rememberPath } from './redirect-memory.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Completes a login that a command line has begun, once its user is signed in here. */
export function ClientLoginPage() {
  const { kind, name } = useSession();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const session = params.get('jfClientSession') ?? '';
  const client = params.get('jfClientName') ?? '';
  const isSignedIn = kind === 'user';
  useEffect(() => {
    if (!isSignedIn) rememberPath(`${pathname}${search}`);
  }, [isSignedIn, pathname, search]);
  if (!isSignedIn) return <Navigate to="/login" replace />;
  return (
    <SignInFrame
      title={t('clientLogin')}
      documentTitle={t('clientLogin')}
      text={session ? t('clientWants', { client: client.slice(0, 60) || t('clientLine'), name }) : t('clientBroken')}
    >
      {session && <CodeForm session={session} client={client} />}
      <Link to="/logout">{t('notYou')}</Link>
    </SignInFrame>
  );
}

function CodeForm({ session, client }: { session: string; client: string }) {
  const [code, setCode] = useState('');
  const [step, setStep] = useState<'asking' | 'sending' | 'done'>('asking');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [missed, setMissed] = useState<number>();
  const form = useFirstProblem(missed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step === 'sending') return;
    const isMissing = code.trim() === '';
    setProblem(isMissing ? t('clientCodeMissing') : undefined);
    setFailure(undefined);
    if (isMissing) return setMissed((missed ?? 0) + 1);
    setStep('sending');
    try {
      await call(approveClientLogin, { body: { session, code, client: client.slice(0, 60) } });
      setStep('done');
    } catch (error) {
      setFailure(isApiError(error) ? error.messages.join(' ') : (error as Error).message);
      setStep('asking');
    }
  };
  if (step === 'done') return <Banner kind="good">{t('clientDone')}</Banner>;
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <TextField label={t('clientCode')} value={code} onChange={setCode} problem={problem} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      <Button type="submit" kind="primary" loading={step === 'sending'}>
        {t('clientAgree')}
      </Button>
    </form>
  );
}
