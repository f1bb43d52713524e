import { notifyFailure } from '@packhouse/console-kit/lists/failure.tsx';
import { createApiKey, reauthenticationHeader, revokeApiKey } from '@packhouse/contract/access/auth-profile-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import { Button, CopyField, Section } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../console-words.ts';
import { ProfileForm } from './profile-form.tsx';

function basic(name: string, password: string): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${password}`)))}`;
}

interface ApiKeySectionProps {
  name: string;
  password: string;
  apiKey: string | null;
  /** Reads the key again, where that failed. */
  onRead: (() => void) | undefined;
}

/** The key that older clients send. Every change of it proves the password once more. */
export function ApiKeySection({ name, password, apiKey: given, onRead }: ApiKeySectionProps) {
  const [apiKey, setApiKey] = useState(given);
  const call = createClient({ headers: () => ({ [reauthenticationHeader]: basic(name, password) }) });
  const make = useMutation({
    mutationFn: () => call(createApiKey, { params: { name } }),
    onSuccess: (answer) => setApiKey(answer.apiKey),
    onError: (error) => notifyFailure(error),
  });
  const revoke = useMutation({
    mutationFn: () => call(revokeApiKey, { params: { name } }),
    onSuccess: () => setApiKey(null),
    onError: (error) => notifyFailure(error),
  });
  return (
    <Section title={t('apiKey')}>
      <ProfileForm onSubmit={() => make.mutate()}>
        <p className="ph-muted">{t('apiKeyText')}</p>
        {onRead && !apiKey && (
          <div className="profile-buttons">
            <span>{t('keyNotRead')}</span>
            <Button icon="refresh" onClick={onRead}>
              {t('tryAgain')}
            </Button>
          </div>
        )}
        {apiKey && <CopyField label={t('apiKey')} value={apiKey} secret />}
        <div className="profile-buttons">
          <Button type="submit" loading={make.isPending}>
            {apiKey ? t('replaceApiKey') : t('makeApiKey')}
          </Button>
          {apiKey && (
            <Button loading={revoke.isPending} onClick={() => revoke.mutate()}>
              {t('revokeApiKey')}
            </Button>
          )}
        </div>
      </ProfileForm>
    </Section>
  );
}
