import { call, isApiError } from '@packhouse/console-kit/calls/calls.ts';
import { mfaVerify } from '@packhouse/contract/access/auth-mfa-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, TextField } from '@packhouse/ui/core.ts';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLoginState } from '../start-up/login-state.ts';
import { useFirstProblem } from './first-problem.ts';
import { t } from './sign-in-words.ts';

/** Sends one code; without a begun sign-in it leads back to the beginning. */
export function CodeForm({ onVerified }: { onVerified: (answer: RouteReply<typeof mfaVerify>) => Promise<void> | void }) {
  const navigate = useNavigate();
  const [otp, setOtp] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [missed, setMissed] = useState<number>();
  const form = useFirstProblem(missed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const isMissing = otp.trim() === '';
    setProblem(isMissing ? t('enterCode') : undefined);
    setFailure(undefined);
    if (isMissing) return setMissed((missed ?? 0) + 1);
    setBusy(true);
    try {
      await onVerified(await call(mfaVerify, { body: { authenticator: useLoginState.getState().mfaAuthenticator ?? 'google', otp } }));
    } catch (error) {
      if (isApiError(error) && error.status === 403) return void navigate('/login');
      setFailure(isApiError(error) && error.isTold ? error.messages.join(' ') : t('somethingWrong'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <TextField
        label={t('code')}
        value={otp}
        onChange={setOtp}
        problem={problem}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        mono
        autoFocus
      />
      <Button type="submit" kind="primary" loading={busy}>
        {t('verify')}
      </Button>
    </form>
  );
}
