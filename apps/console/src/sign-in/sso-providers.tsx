import { Button } from '@packhouse/ui/core.ts';
import { t } from '../console-words.ts';
import { type OfferedProvider, SsoProviderIcon, withIcon } from '../start-up/sso-provider-icon.tsx';
import './sign-in.css';

/** One button for each outside way in, with its icon. */
export function SsoProviders({ samlLink, providers }: { samlLink: string | null; providers: readonly OfferedProvider[] }) {
  const offered = [...(samlLink ? [withIcon({ name: 'SAML', type: 'SAML', url: samlLink })] : []), ...providers];
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
