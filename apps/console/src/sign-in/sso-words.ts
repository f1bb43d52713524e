import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of signing in through outside providers. */
export const { t } = catalogue(
  {
    title: 'Single sign-on',
    working: 'Signing you in…',
    backToLogin: 'Back to sign-in',
    tryAgain: 'Try again',
    failed: 'You were not signed in',
    no_account: 'You have no account here. Ask an administrator for one.',
    bad_name: 'The name that the provider knows you by cannot be a user name here. Tell an administrator.',
    name_taken: 'Another user here already has your name. An administrator can allow this provider to sign that user in.',
    disabled: 'Your account is disabled. Ask an administrator.',
    no_console: 'Your account may not use the console. Ask an administrator.',
    cancelled: 'The sign-in was called off at the provider.',
    expired: 'The sign-in took too long or began in another window. Start again.',
    unreachable: 'The provider cannot be reached at the moment.',
    refused: 'The provider’s answer could not be accepted. If this stays so, tell an administrator: the log says why.',
    notOffered: 'This way to sign in is not set up here.',
  },
  { de: async () => (await import('./sso-words-de.ts')).german },
);
