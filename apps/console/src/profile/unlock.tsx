import { call } from '@packhouse/console-kit/calls/calls.ts';
import { userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Button, PasswordField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../console-words.ts';
import { ProfileForm } from './profile-form.tsx';

export type Profile = RouteReply<typeof userProfile>;

/** Asks for the password before anything of the profile is shown. */
export function Unlock({ onOpen }: { onOpen: (profile: Profile, password: string) => void }) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(0);
  const open = useMutation({
    mutationFn: () => call(userProfile, { body: { password } }),
    onSuccess: (profile) => onOpen(profile, password),
  });
  const problem = missing > 0 && password === '' ? t('enterPassword') : open.error?.message;
  return (
    <ProfileForm onSubmit={() => (password === '' ? setMissing(missing + 1) : open.mutate())} failed={problem && `${missing} ${open.submittedAt}`}>
      <p className="ph-muted">{t('unlockText')}</p>
      <PasswordField label={t('currentPassword')} value={password} onChange={setPassword} problem={problem} autoComplete="current-password" />
      <Button type="submit" kind="primary" loading={open.isPending}>
        {t('unlock')}
      </Button>
    </ProfileForm>
  );
}
