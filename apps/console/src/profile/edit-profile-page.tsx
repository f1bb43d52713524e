import { call } from '@packhouse/console-kit/calls.ts';
import { notifyFailure } from '@packhouse/console-kit/failure.tsx';
import { setSession, useSession } from '@packhouse/console-kit/session.ts';
import { updateUserProfile, userProfile } from '@packhouse/contract/auth-profile-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Button, Facts, notify, Page, PasswordField, Section, TextField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../words.ts';
import { ApiKeySection } from './api-key-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { TokenSection } from './token-section.tsx';

type Profile = RouteReply<typeof userProfile>;

function Unlock({ onOpen }: { onOpen: (profile: Profile, password: string) => void }) {
  const [password, setPassword] = useState('');
  const open = useMutation({
    mutationFn: () => call(userProfile, { body: { password } }),
    onSuccess: (profile) => onOpen(profile, password),
  });
  return (
    <ProfileForm onSubmit={() => open.mutate()}>
      <p className="ph-muted">{t('unlockText')}</p>
      <PasswordField label={t('currentPassword')} value={password} onChange={setPassword} problem={open.error?.message} autoComplete="current-password" />
      <Button type="submit" kind="primary" loading={open.isPending}>
        {t('unlock')}
      </Button>
    </ProfileForm>
  );
}

function EmailSection({ profile, password }: { profile: Profile; password: string }) {
  const [email, setEmail] = useState(profile.email);
  const save = useMutation({
    mutationFn: () => call(updateUserProfile, { body: { password, email } }),
    onSuccess: () => {
      setSession({ email });
      notify.good(t('emailSaved'));
    },
    onError: (error) => notifyFailure(error),
  });
  return (
    <Section title={t('email')}>
      <ProfileForm onSubmit={() => save.mutate()}>
        <TextField label={t('email')} type="email" value={email} onChange={setEmail} problem={save.error?.message} autoComplete="email" />
        <Button type="submit" kind="primary" loading={save.isPending} disabled={email === profile.email}>
          {t('save')}
        </Button>
      </ProfileForm>
    </Section>
  );
}

/** One's own account: locked until the password is given once more. */
export function EditProfilePage() {
  const { name, realm, groups } = useSession();
  const [opened, setOpened] = useState<{ profile: Profile; password: string }>();
  const facts = (
    <Facts
      title={t('profile')}
      items={[
        [t('name'), name],
        [t('realm'), realm],
        [t('groups'), groups.length > 0 ? groups.join(', ') : undefined],
      ]}
    />
  );
  return (
    <Page title={t('editProfile')} aside={facts}>
      {opened ? (
        <>
          {opened.profile.profileUpdatable && <EmailSection {...opened} />}
          {opened.profile.profileUpdatable && <PasswordSection name={name} onChanged={(password) => setOpened({ ...opened, password })} />}
          {opened.password !== '' && <SecondFactorSection password={opened.password} />}
          <TokenSection name={name} />
          <ApiKeySection name={name} password={opened.password} apiKey={opened.profile.apiKey} />
        </>
      ) : (
        <Unlock onOpen={(profile, password) => setOpened({ profile, password })} />
      )}
    </Page>
  );
}
