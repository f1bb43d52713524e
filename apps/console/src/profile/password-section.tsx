import { call } from '@packhouse/console-kit/calls.ts';
import { NewPassword } from '@packhouse/contract/access-names.ts';
import { changePassword } from '@packhouse/contract/auth-sign-in-routes.ts';
import { Button, notify, PasswordField, Section } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../words.ts';
import { ProfileForm } from './profile-form.tsx';

const blank = { old: '', fresh: '', again: '' };

/** A new password, the old one proven. */
export function PasswordSection({ name, onChanged }: { name: string; onChanged: (password: string) => void }) {
  const [values, setValues] = useState(blank);
  const [checked, setChecked] = useState(false);
  const rule = NewPassword.safeParse(values.fresh);
  const fresh = rule.success ? undefined : (rule.error.issues[0]?.message ?? t('passwordRules'));
  const again = values.fresh === values.again ? undefined : t('passwordsDiffer');
  const save = useMutation({
    mutationFn: () => call(changePassword, { body: { userName: name, oldPassword: values.old, newPassword: values.fresh } }),
    onSuccess: () => {
      notify.good(t('passwordChanged'));
      onChanged(values.fresh);
      setValues(blank);
      setChecked(false);
    },
    onError: (error) => notify.bad(t('failedToChange'), { detail: error.message }),
  });
  const submit = () => {
    setChecked(true);
    if (!fresh && !again) save.mutate();
  };
  return (
    <Section title={t('password')}>
      <ProfileForm onSubmit={submit}>
        <PasswordField label={t('currentPassword')} value={values.old} onChange={(old) => setValues({ ...values, old })} autoComplete="current-password" />
        <PasswordField
          label={t('newPassword')}
          value={values.fresh}
          onChange={(value) => setValues({ ...values, fresh: value })}
          hint={t('passwordRules')}
          problem={checked ? fresh : undefined}
          autoComplete="new-password"
        />
        <PasswordField
          label={t('confirmPassword')}
          value={values.again}
          onChange={(value) => setValues({ ...values, again: value })}
          problem={checked ? again : undefined}
          autoComplete="new-password"
        />
        <Button type="submit" kind="primary" loading={save.isPending}>
          {t('changePassword')}
        </Button>
      </ProfileForm>
    </Section>
  );
}
