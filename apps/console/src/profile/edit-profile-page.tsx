import { call, query } from '@packhouse/console-kit/calls/calls.ts';
import { setSession, useSession } from '@packhouse/console-kit/session/session.ts';
import { Email } from '@packhouse/contract/access/access-names.ts';
import { updateUserProfile, userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import { Banner, Button, Facts, notify, Page, Section, Skeleton, TextField } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../console-words.ts';
import { ApiKeySection } from './api-key-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { TokenSection } from './token-section.tsx';
import { type Profile, Unlock } from './unlock.tsx';

interface Opened {
  profile: Profile;
  password: string;
}

function EmailSection({ profile, password, onSaved }: Opened & { onSaved: (profile: Profile) => void }) {
  const [email, setEmail] = useState(profile.email);
  const [refused, setRefused] = useState({ text: '', attempt: 0 });
  const save = useMutation({
    mutationFn: () => call(updateUserProfile, { body: { password, email: email.trim() } }),
    onSuccess: (saved) => {
      setSession({ email: saved.email });
      setEmail(saved.email);
      onSaved(saved);
      notify.good(t('emailSaved'));
    },
    onError: (error) => setRefused(({ attempt }) => ({ text: error.message, attempt: attempt + 1 })),
  });
  const submit = () => {
    const rule = Email.safeParse(email.trim());
    setRefused(({ attempt }) => (rule.success ? { text: '', attempt } : { text: t('invalidEmail'), attempt: attempt + 1 }));
    if (rule.success) save.mutate();
  };
  return (
    <Section title={t('email')}>
      <ProfileForm onSubmit={submit} failed={refused.text ? refused.attempt : undefined}>
        <TextField label={t('email')} type="email" value={email} onChange={setEmail} problem={refused.text || undefined} autoComplete="email" />
        <Button type="submit" kind="primary" loading={save.isPending} disabled={email === profile.email}>
          {t('save')}
        </Button>
      </ProfileForm>
    </Section>
  );
}

const passwordless = ['oauth', 'saml', 'http'];

/** Gives what the profile says before a password is given: all of it to those who have none. */
function useFirstLook() {
  const { name, realm, email, groups, profileUpdatable } = useSession();
  const { data, error, refetch } = useQuery({ ...query(userProfile, { body: {} }), retry: false, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  useEffect(() => {
    if (error) console.warn('The profile and its API key cannot be read:', error.message);
  }, [error]);
  if (!error) return { profile: data };
  const password = passwordless.includes(realm) ? ('none' as const) : ('here' as const);
  const known: Profile = { name, realm, email, groups: [...groups], profileUpdatable, password, apiKey: null };
  return { profile: known, retry: () => void refetch() };
}

/** One's own account: locked until the password is given once more, for those who have one. */
export function EditProfilePage() {
  const { name, realm, groups } = useSession();
  const first = useFirstLook();
  const [given, setGiven] = useState<Opened>();
  const opened = given ?? (first.profile?.password === 'none' ? { profile: first.profile, password: '' } : undefined);
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
      {!first.profile && <Skeleton lines={3} height={40} />}
      {first.profile && !opened && <Unlock onOpen={(profile, password) => setGiven({ profile, password })} />}
      {opened && <OpenProfile {...opened} onChange={setGiven} onReadKey={given ? undefined : first.retry} />}
    </Page>
  );
}

function OpenProfile({ profile, password, onChange, onReadKey }: Opened & { onChange: (opened: Opened) => void; onReadKey: (() => void) | undefined }) {
  const { name } = profile;
  return (
    <>
      {profile.password !== 'here' && <Banner kind="info">{t('passwordElsewhere', { realm: profile.realm })}</Banner>}
      {profile.profileUpdatable && <EmailSection profile={profile} password={password} onSaved={(saved) => onChange({ profile: saved, password })} />}
      {profile.profileUpdatable && profile.password === 'here' && <PasswordSection name={name} onChanged={(fresh) => onChange({ profile, password: fresh })} />}
      {profile.password !== 'none' && <SecondFactorSection password={password} />}
      <TokenSection name={name} />
      <ApiKeySection key={profile.apiKey} name={name} password={password} apiKey={profile.apiKey} onRead={onReadKey} />
    </>
  );
}
