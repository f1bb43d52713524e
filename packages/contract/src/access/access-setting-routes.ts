import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const settings = `${prefixes.consoleApi}/access/settings`;

export const AccessSettings = z.object({
  /** Visitors who do not sign in may do what permissions give to the user `anonymous`. */
  anonymousAccess: z.boolean(),
  /** Those visitors may use the protocols, but none of the console's pages. */
  anonymousUiBlocked: z.boolean(),
  /** Whoever signs in to the console with a password needs a second factor too. */
  requireSecondFactor: z.boolean(),
  /** After so many days a new password must be chosen; 0 never asks. */
  passwordExpiryDays: z
    .number(accessSettingRules.enter_days.en)
    .int(accessSettingRules.enter_whole_days.en)
    .min(0, accessSettingRules.enter_0_or_more.en)
    .max(3650, accessSettingRules.days_longer_than_3650.en),
  /** After so many wrong passwords in a row, wherever they come from, a user gets in with none until an administrator opens the lock; 0 never locks. */
  lockAfterFailures: z
    .number(accessSettingRules.enter_number.en)
    .int(accessSettingRules.enter_whole_number.en)
    .min(0, accessSettingRules.enter_0_or_more.en)
    .max(1000, accessSettingRules.enter_1000_or_less.en),
  /** Clients are asked for a user name and password under this name; some only answer a realm that they were set up for. */
  basicRealm: z
    .string()
    .trim()
    .min(1, accessSettingRules.enter_realm.en)
    .max(100, accessSettingRules.realm_too_long.en)
    .regex(/^[ !#-[\]-~]*$/, accessSettingRules.realm_characters.en),
});

/** Build tools of the JVM are set up for this realm, and send nothing to others. */
export const compatibleRealm = 'Artifactory Realm';
export type AccessSettings = z.output<typeof AccessSettings>;

export const readAccessSettings = route('readAccessSettings', {
  summary: 'How people get in',
  method: 'GET',
  url: settings,
  access: 'administrator',
  reply: AccessSettings,
});

export const updateAccessSettings = route('updateAccessSettings', {
  summary: 'Change how people get in',
  method: 'PUT',
  url: settings,
  access: 'administrator',
  body: AccessSettings.partial(),
  reply: AccessSettings,
});
