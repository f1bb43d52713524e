import { catalogue } from '@packhouse/console-kit/i18n.ts';

/** Words of the ways into an account beside the password: mailed keys, second factors, invitations. */
export const { t } = catalogue(
  {
    forgotTitle: 'Forgot your password?',
    forgotText: 'Enter your user name or your e-mail address. If the account can be reset by mail, a link is on its way.',
    userOrEmail: 'User name or e-mail address',
    enterUserOrEmail: 'Enter your user name or e-mail address',
    sendLink: 'Send the link',
    notSent: "Email wasn't sent",
    linkSent: 'If there is such an account, a link to a new password is on its way to its address. It works for an hour.',
    resetTitle: 'Choose a new password',
    resetText: 'For {name}. All other sessions end.',
    resetButton: 'Set the password',
    failedToReset: 'Failed to reset the password',
    resetDone: 'Password changed',
    linkBroken: 'This link can no longer be used',
    linkBrokenText: 'Links to a new password work once, for an hour.',
    askAgain: 'Ask for a new link',
    checking: 'Looking at the link',
  },
  { de: async () => (await import('./messages-de.ts')).german },
);
