import { NewPassword } from '@packhouse/contract/access-names.ts';
import { Button, PasswordField } from '@packhouse/ui/core.ts';
import { type FormEvent, useState } from 'react';
import { t } from '../words.ts';
import { FailureBanner, type Trouble, troubleOf } from './failure-banner.tsx';

interface NewPasswordFormProps {
  /** Whose password it is, for password managers. */
  user: string;
  submitLabel: string;
  /** Heading above what the server says when it refuses. */
  failureTitle: string;
  onSubmit: (password: string) => Promise<void>;
}

/** A new password, typed twice. */
export function NewPasswordForm({ user, submitLabel, failureTitle, onSubmit }: NewPasswordFormProps) {
  const [fresh, setFresh] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [busy, setBusy] = useState(false);
  const rule = NewPassword.safeParse(fresh);
  const freshProblem = rule.success ? undefined : (rule.error.issues[0]?.message ?? t('passwordRules'));
  const againProblem = fresh === again ? undefined : t('passwordsDiffer');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    setTrouble(undefined);
    if (freshProblem || againProblem) return;
    setBusy(true);
    try {
      await onSubmit(fresh);
    } catch (error) {
      setTrouble(troubleOf(failureTitle, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FailureBanner trouble={trouble} />
      <input type="hidden" name="username" autoComplete="username" value={user} readOnly />
      <PasswordField
        label={t('newPassword')}
        value={fresh}
        onChange={setFresh}
        hint={t('passwordRules')}
        problem={checked ? freshProblem : undefined}
        autoComplete="new-password"
      />
      <PasswordField label={t('confirmPassword')} value={again} onChange={setAgain} problem={checked ? againProblem : undefined} autoComplete="new-password" />
      <Button type="submit" kind="primary" loading={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
