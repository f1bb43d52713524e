import { query } from '@packhouse/console-kit/calls.ts';
import { oauthProviders } from '@packhouse/contract/auth-sign-in-routes.ts';
import { Button } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../words.ts';
import { SsoProviderIcon, withIcon } from './sso-provider-icon.tsx';
import './sign-in.css';

/** One button for each outside way in, with its icon. */
export function SsoProviders({ samlLink, registrationToken }: { samlLink: string | null | undefined; registrationToken?: string }) {
  const { data = [] } = useQuery(query(oauthProviders, registrationToken ? { query: { registrationToken } } : {}));
  const offered = [...(samlLink ? [{ name: 'SAML', type: 'SAML', url: samlLink }] : []), ...data].map(withIcon);
  if (offered.length === 0) return null;
  return (
    <div className="sign-in-others">
      {offered.map(({ name, type, url, icon }) => (
        <Button key={`${type} ${name}`} className="sign-in-provider" onClick={() => window.location.assign(url)}>
          <SsoProviderIcon icon={icon} />
          {t('continueWith', { name })}
        </Button>
      ))}
    </div>
  );
}
