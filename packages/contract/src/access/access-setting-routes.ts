import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const settings = `${prefixes.consoleApi}/access/settings`;

export const AccessSettings = z.object({
  /** Visitors who do not sign in may do what permissions give to the user `anonymous`. */
  anonymousAccess: z.boolean(),
  /** Whoever signs in to the console with a password needs a second factor too. */
  requireSecondFactor: z.boolean(),
  /** After so many days a new password must be chosen; 0 never asks. */
  passwordExpiryDays: z.number('Enter a number of days').int('Enter whole days').min(0, 'Enter 0 or more').max(3650, 'Enter at most 3650 days'),
});
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
