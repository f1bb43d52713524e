import { call, isApiError } from '@packhouse/console-kit/calls/calls.ts';
import { NewPassword } from '@packhouse/contract/access/access-names.ts';
import { changePassword } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { Button, notify, PasswordField, Section } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../console-words.ts';
import { ProfileForm } from './profile-form.tsx';

const blank = { old: '', fresh: '', again: '' };

/** A new password, the old one proven. */
export function PasswordSection({ name, onChanged }: { name: string; onChanged: (password: string) => void }) {
  const [values, setValues] = useState(blank);
  const [attempt, setAttempt] = useState(0);
  const [old, setOld] = useState('');
  const rule = NewPassword.safeParse(values.fresh);
  const fresh = rule.success ? undefined : (spokenProblem(rule) ?? t('passwordRules'));
  const again = values.fresh === values.again ? undefined : t('passwordsDiffer');
  const save = useMutation({
    mutationFn: () => call(changePassword, { body: { userName: name, oldPassword: values.old, newPassword: values.fresh } }),
    onSuccess: () => {
      notify.good(t('passwordChanged'));
      onChanged(values.fresh);
      setValues(blank);
      setAttempt(0);
    },
    onError: (error) => {
      if (isApiError(error) && error.code === 'bad_credentials') setOld(t('passwordWrong'));
      setAttempt(attempt + 1);
      notify.bad(t('failedToChange'), { detail: error.message });
    },
  });
  const told = (path: string) => (isApiError(save.error) ? save.error.fields.find((field) => field.path === path)?.message : undefined);
  const submit = () => {
    const missing = values.old === '' ? t('enterPassword') : '';
    setOld(missing);
    setAttempt(attempt + 1);
    if (!missing && !fresh && !again) save.mutate();
  };
  return (
    <Section title={t('password')}>
      <ProfileForm onSubmit={submit} failed={attempt || undefined}>
        <PasswordField
          label={t('currentPassword')}
          value={values.old}
          onChange={(value) => setValues({ ...values, old: value })}
          problem={old || undefined}
          autoComplete="current-password"
        />
        <PasswordField
          label={t('newPassword')}
          value={values.fresh}
          onChange={(value) => setValues({ ...values, fresh: value })}
          hint={t('passwordRules')}
          problem={attempt > 0 ? (fresh ?? told('newPassword')) : undefined}
          autoComplete="new-password"
        />
        <PasswordField
          label={t('confirmPassword')}
          value={values.again}
          onChange={(value) => setValues({ ...values, again: value })}
          problem={attempt > 0 ? again : undefined}
          autoComplete="new-password"
        />
        <Button type="submit" kind="primary" loading={save.isPending}>
          {t('changePassword')}
        </Button>
      </ProfileForm>
    </Section>
  );
}
