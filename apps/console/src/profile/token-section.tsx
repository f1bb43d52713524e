import { call } from '@packhouse/console-kit/calls/calls.ts';
import { notifyFailure } from '@packhouse/console-kit/lists/failure.tsx';
import { userIdentifyToken } from '@packhouse/contract/access/auth-profile-routes.ts';
import { Banner, Button, CopyField, Section, TextField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../console-words.ts';
import { ProfileForm } from './profile-form.tsx';

/** A token that stands for the user, shown once. */
export function TokenSection({ name }: { name: string }) {
  const [description, setDescription] = useState('');
  const make = useMutation({
    mutationFn: () => call(userIdentifyToken, { params: { name }, body: { description, includeReferenceToken: true } }),
    onSuccess: () => setDescription(''),
    onError: (error) => notifyFailure(error),
  });
  return (
    <Section title={t('identityToken')}>
      <ProfileForm onSubmit={() => make.mutate()}>
        <p className="ph-muted">{t('identityTokenText')}</p>
        {make.data && (
          <>
            <Banner kind="info">{t('tokenShownOnce')}</Banner>
            <CopyField label={t('identityToken')} value={make.data.reference_token ?? make.data.access_token} secret />
          </>
        )}
        <TextField label={t('tokenDescription')} value={description} onChange={setDescription} maxLength={200} />
        <div className="profile-buttons">
          <Button type="submit" kind="primary" icon="key" loading={make.isPending}>
            {t('makeToken')}
          </Button>
          <Link to="/access/tokens">{t('ownTokens')}</Link>
        </div>
      </ProfileForm>
    </Section>
  );
}
