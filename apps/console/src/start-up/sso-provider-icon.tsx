import { Icon, type IconName } from '@packhouse/ui/core.ts';

/** The providers' own signs, on a 24 × 24 grid, in the colour of the text. */
const signs: Record<string, string> = {
  github:
    'M12 .3a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2 0 1.9 1.2 1.9 1.2 1 1.8 2.8 1.3 3.5 1 0-.8.4-1.3.7-1.6-2.7-.3-5.5-1.3-5.5-6 0-1.2.5-2.3 1.3-3.1-.2-.4-.6-1.6 0-3.2 0 0 1-.3 3.4 1.2a11.5 11.5 0 0 1 6 0c2.3-1.5 3.3-1.2 3.3-1.2.6 1.6.2 2.8 0 3.2.9.8 1.3 1.9 1.3 3.2 0 4.6-2.8 5.6-5.5 5.9.5.4.9 1 .9 2.2v3.3c0 .3.1.7.8.6A12 12 0 0 0 12 .3',
  google:
    'M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053H12.48z',
  gitlab: 'M12 22.5 7.6 9h8.8ZM6.3 9 12 22.5 1.5 12.6Zm11.4 0L12 22.5l10.5-9.9ZM6.3 9H1.9L4.1 1.5ZM17.7 9h4.4l-2.2-7.5Z',
  azure: 'M1 1h10.4v10.4H1ZM12.6 1H23v10.4H12.6ZM1 12.6h10.4V23H1ZM12.6 12.6H23V23H12.6Z',
  okta: 'M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Zm0 16.5a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11Z',
};

const drawn: Record<string, IconName> = { openid: 'key', keycloak: 'shield', oauth2: 'lock', saml: 'user' };

/** A provider as the sign-in page keeps it. */
export interface OfferedProvider {
  name: string;
  type: string;
  url: string;
  /** The type in lower case: the name of its icon. */
  icon: string;
}

/** Adds the icon that follows from a provider's type. */
export function withIcon<Provider extends { name: string; type: string; url: string }>(provider: Provider): Provider & OfferedProvider {
  return { ...provider, icon: provider.type.toLowerCase() };
}

/** A provider's sign, or a drawing of ours for kinds that have none. */
export function SsoProviderIcon({ icon }: { icon: string }) {
  const sign = signs[icon];
  if (!sign) return <Icon name={drawn[icon] ?? 'external'} size={18} />;
  return (
    <svg viewBox="0 0 24 24" width={18} height={18} fill="currentColor" aria-hidden className="ph-icon" data-icon={icon}>
      <path d={sign} />
    </svg>
  );
}
