import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the security settings. */
export const { t } = catalogue(
  {
    settings: 'Security Settings',
    anonymous: 'Anonymous access',
    anonymousHelp: 'Whether anything can be reached without signing in.',
    allowAnonymous: 'Let visitors in who do not sign in',
    anonymousHint: 'They may do what permissions give to the user anonymous, and nothing else.',
    noVisitorPermissions: 'No permission names the user anonymous yet, so visitors reach nothing.',
    visitorsGet: { one: 'Visitors get what {count} permission gives them:', other: 'Visitors get what {count} permissions give them:' },
    visitorsWouldGet: { one: 'Visitors would get what {count} permission gives them:', other: 'Visitors would get what {count} permissions give them:' },
    allOfThem: 'All of them',
    passwords: 'Signing in with a password',
    passwordsHelp: 'What is asked of everybody who has a password here.',
    requireSecondFactor: 'Require a second factor',
    requireSecondFactorHint:
      'Whoever has none sets up an authenticator app at the next sign-in to the console. Clients then need access tokens: a password alone is refused everywhere.',
    passwordExpiryDays: 'Days until a new password must be chosen',
    passwordExpiryDaysHint: '0 never asks.',
    save: 'Save changes',
    saved: 'The security settings were saved',
  },
  { de: async () => (await import('./settings-words-de.ts')).german },
);
