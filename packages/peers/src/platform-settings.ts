import type { GeneralInput, GeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import type { LdapGroupSetting, LdapGroupSettingInput, LdapServer, LdapServerInput } from '@packhouse/contract/access/access-ldap-routes.ts';
import type { OauthProvider, OauthProviderChange } from '@packhouse/contract/access/access-oauth-routes.ts';
import type { SamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import type { AccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import type { z } from 'zod';

/** A provider to sign in with as it is to be; nothing for one that goes. */
export interface ProviderChange {
  name: string;
  settings: z.output<typeof OauthProviderChange> | undefined;
}

/** A directory server, or where one keeps groups, as it is to be; nothing for one that goes. */
export interface DirectoryChange<Settings> {
  key: string;
  settings: Settings | undefined;
}

/** The provider of SAML, and what the sign-in page does with it. */
export interface SamlChange {
  settings: SamlSettings;
  /** Whoever comes to the sign-in page is sent on to the provider. */
  isRedirected: boolean;
  /** The address under which whoever changes it sees this installation. */
  base: string;
}

/** Settings of the whole installation; what is not named stays. */
export interface PlatformSettingsChange {
  general: Partial<GeneralInput>;
  access: Partial<AccessSettings>;
  providers: readonly ProviderChange[];
  directories: readonly DirectoryChange<LdapServerInput>[];
  directoryGroups: readonly DirectoryChange<LdapGroupSettingInput>[];
  saml?: SamlChange;
}

/** Settings of the whole installation as they are, without secrets. */
export interface KeptPlatformSettings {
  general: GeneralSettings;
  access: AccessSettings;
  providers: readonly OauthProvider[];
  directories: readonly LdapServer[];
  directoryGroups: readonly LdapGroupSetting[];
  saml: { settings: SamlSettings; isRedirected: boolean };
}

/** The access service keeps the settings of the whole installation. */
export interface PlatformSettings {
  read(): Promise<KeptPlatformSettings>;
  /** All of it or nothing; audited as changes of the person who asks for it. */
  change(change: PlatformSettingsChange, by: { actor: string; address: string }): Promise<void>;
}
