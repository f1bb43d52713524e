import { isApiError } from '@packhouse/console-kit/calls/calls.ts';
import { NewPassword } from '@packhouse/contract/access/access-names.ts';
import { Button, PasswordField } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { type FormEvent, useState } from 'react';
import { t } from '../console-words.ts';
import { FailureBanner, makeTrouble, type Trouble } from './failure-banner.tsx';
import { useFirstProblem } from './first-problem.ts';

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
  const [attempt, setAttempt] = useState<number>();
  const [refused, setRefused] = useState<string>();
  const form = useFirstProblem(attempt);
  const [trouble, setTrouble] = useState<Trouble>();
  const [busy, setBusy] = useState(false);
  const rule = NewPassword.safeParse(fresh);
  const freshProblem = rule.success ? undefined : (spokenProblem(rule) ?? t('passwordRules'));
  const againProblem = fresh === again ? undefined : t('passwordsDiffer');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setAttempt((attempt ?? 0) + 1);
    setRefused(undefined);
    setTrouble(undefined);
    if (freshProblem || againProblem) return;
    setBusy(true);
    try {
      await onSubmit(fresh);
    } catch (error) {
      const said = isApiError(error) ? error.fields.find(({ path }) => /password$/i.test(path))?.message : undefined;
      setRefused(said);
      // What is told beside the field is not told above it once more.
      setTrouble(said === undefined ? makeTrouble(failureTitle, error) : { title: failureTitle, detail: '' });
      setAttempt((attempt ?? 0) + 2);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FailureBanner trouble={trouble} />
      <input type="hidden" name="username" autoComplete="username" value={user} readOnly />
      <PasswordField
        label={t('newPassword')}
        value={fresh}
        onChange={setFresh}
        hint={t('passwordRules')}
        problem={attempt === undefined ? undefined : (freshProblem ?? refused)}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('confirmPassword')}
        value={again}
        onChange={setAgain}
        problem={attempt === undefined ? undefined : againProblem}
        autoComplete="new-password"
      />
      <Button type="submit" kind="primary" loading={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
