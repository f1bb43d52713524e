import { call } from '@packhouse/console-kit/calls/calls.ts';
import { forgotPassword } from '@packhouse/contract/access/auth-password-reset-routes.ts';
import { Button, TextField } from '@packhouse/ui/core.ts';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { t as shell } from '../console-words.ts';
import { FailureBanner, makeTrouble, type Trouble } from './failure-banner.tsx';
import { useFirstProblem } from './first-problem.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t } from './sign-in-words.ts';

/** Has a link to a new password mailed. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const [user, setUser] = useState('');
  const [problem, setProblem] = useState<string>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [busy, setBusy] = useState(false);
  const [missed, setMissed] = useState<number>();
  const form = useFirstProblem(missed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const isMissing = user.trim() === '';
    setProblem(isMissing ? t('enterUserOrEmail') : undefined);
    setTrouble(undefined);
    if (isMissing) return setMissed((missed ?? 0) + 1);
    setBusy(true);
    try {
      await call(forgotPassword, { body: { user: user.trim() } });
      await navigate('/login?mailed=true');
    } catch (error) {
      setTrouble(makeTrouble(t('notSent'), error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <SignInFrame title={t('forgotTitle')} documentTitle={t('forgotTitle')} text={t('forgotText')}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <FailureBanner trouble={trouble} />
        <TextField
          label={t('userOrEmail')}
          name="username"
          value={user}
          onChange={setUser}
          problem={problem}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
        />
        <Button type="submit" kind="primary" icon="mail" loading={busy}>
          {t('sendLink')}
        </Button>
      </form>
      <Link to="/login">{shell('backToLogin')}</Link>
    </SignInFrame>
  );
}
