import { call, notifyFailure, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { readSignInOptions, type SignInOptions, updateSignInOptions } from '@packhouse/contract/access/access-external-rules.ts';
import type { OauthProvider } from '@packhouse/contract/access/access-oauth-routes.ts';
import { autoRedirect, loginPageVisualMode } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { CheckField, notify, Section } from '@packhouse/ui/core.ts';
import { KitProvider, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { t } from './oauth-words.ts';

/** How the sign-in page treats outside providers; every choice counts at once. */
export function SignInOptionsForm({ providers }: { providers: readonly OauthProvider[] }) {
  const id = useId();
  const { data } = useQuery(query(readSignInOptions, {}));
  if (!data) return null;
  const change = async (body: Partial<SignInOptions>) => {
    try {
      await call(updateSignInOptions, { body });
      notify.good(t('optionsSaved'));
    } catch (error) {
      notifyFailure(error as Error);
    }
    await refresh(readSignInOptions, loginPageVisualMode, autoRedirect);
  };
  const offered = providers.filter(({ enabled }) => enabled).map(({ name }) => ({ value: `oauth:${name}`, label: name }));
  return (
    <KitProvider>
      <Section title={t('signInPage')}>
        <div className="access-confirm">
          <CheckField label={t('externalOnly')} checked={data.externalOnly} onChange={(externalOnly) => void change({ externalOnly })} />
          <p className="ph-field-hint access-box-hint">{t('externalOnlyHint')}</p>
          <label htmlFor={id} className="ph-field-label">
            {t('autoRedirect')}
          </label>
          <Select
            id={id}
            style={{ maxWidth: 360 }}
            value={data.autoRedirect}
            options={[{ value: '', label: t('nowhere') }, ...offered, { value: 'saml', label: 'SAML' }]}
            onChange={(next: string) => void change({ autoRedirect: next })}
          />
        </div>
      </Section>
    </KitProvider>
  );
}
