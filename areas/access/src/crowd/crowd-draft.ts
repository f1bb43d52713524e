import type { CrowdSettings, CrowdSettingsInput } from '@packhouse/contract/access/access-crowd-routes.ts';
import type { z } from 'zod';

/** The settings as the form holds them; an empty password keeps what is stored. */
export type CrowdDraft = Omit<CrowdSettings, 'hasPassword'> & { password: string };

export function makeDraft(stored: CrowdSettings): CrowdDraft {
  const { hasPassword: _, ...settings } = stored;
  return { ...settings, password: '' };
}

export function getInput({ password, ...settings }: CrowdDraft): z.input<typeof CrowdSettingsInput> {
  return password === '' ? settings : { ...settings, password };
}
