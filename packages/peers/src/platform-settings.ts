import type { GeneralInput, GeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import type { OauthProvider, OauthProviderChange } from '@packhouse/contract/access/access-oauth-routes.ts';
import type { AccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import type { z } from 'zod';

/** A provider to sign in with as it is to be; nothing for one that goes. */
export interface ProviderChange {
  name: string;
  settings: z.output<typeof OauthProviderChange> | undefined;
}

/** Settings of the whole installation; what is not named stays. */
export interface PlatformSettingsChange {
  general: Partial<GeneralInput>;
  access: Partial<AccessSettings>;
  providers: readonly ProviderChange[];
}

/** The access service keeps the settings of the whole installation. */
export interface PlatformSettings {
  read(): Promise<{ general: GeneralSettings; access: AccessSettings; providers: readonly OauthProvider[] }>;
  /** All of it or nothing; audited as changes of the person who asks for it. */
  change(change: PlatformSettingsChange, by: { actor: string; address: string }): Promise<void>;
}
