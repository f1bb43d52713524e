import type { GeneralInput, GeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import type { AccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';

/** Settings of the whole installation; what is not named stays. */
export interface PlatformSettingsChange {
  general: Partial<GeneralInput>;
  access: Partial<AccessSettings>;
}

/** The access service keeps the settings of the whole installation. */
export interface PlatformSettings {
  read(): Promise<{ general: GeneralSettings; access: AccessSettings }>;
  /** All of it or nothing; audited as changes of the person who asks for it. */
  change(change: PlatformSettingsChange, by: { actor: string; address: string }): Promise<void>;
}
