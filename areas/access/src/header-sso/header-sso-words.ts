import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of sign-in through a proxy. */
export const { t } = catalogue(
  {
    headerSso: 'Sign-in through a proxy',
    use: 'Use',
    useHelp: 'A proxy in front of the platform knows who somebody is and says so in a header. Users begin at /ui/login/sso/http.',
    enabled: 'Believe the proxy',
    proxies: 'Addresses of the proxy',
    proxiesHint: 'Addresses or ranges, one a line. Only connections from them are believed; everybody else could write the header too.',
    headers: 'Headers',
    headersHelp: 'The proxy must remove these headers from what it is sent.',
    userHeader: 'User name',
    emailHeader: 'E-mail address',
    groupHeader: 'Groups',
    groupHint: 'Separated by commas. Groups here follow whose external id is one of them.',
    rules: 'What the proxy may do',
    createUsers: 'Create users at their first sign-in',
    linkExisting: 'Take users of the same name who are here already to be the same person',
    linkExistingHint: 'The proxy can then sign anybody in, administrators too.',
    tryOut: 'Try it',
    tryOutHelp: 'Shows what this browser’s own request says under the values above, saved or not.',
    test: 'Test',
    notTrusted: 'This request came from {peer}, which is not among the addresses of the proxy.',
    noName: 'This request came from {peer}, which is trusted, but it names nobody.',
    named: 'This request came from {peer}, which is trusted and says: {userName}. E-mail: {email}. Groups: {groups}',
    none: 'none',
    needsAttention: 'Correct the marked fields first',
    save: 'Save changes',
    saved: 'The settings for sign-in through a proxy were saved',
  },
  { de: async () => (await import('./header-sso-words-de.ts')).german },
);
