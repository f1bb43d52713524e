import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of sign-in through a proxy. */
export const { t } = catalogue({
  headerSso: { en: 'Sign-in through a proxy', de: 'Anmeldung über einen Proxy' },
  use: { en: 'Use', de: 'Verwendung' },
  useHelp: {
    en: 'A proxy in front of the platform knows who somebody is and says so in a header. Users begin at /ui/login/sso/http.',
    de: 'Ein Proxy vor der Plattform weiß, wer jemand ist, und sagt es in einem Header. Benutzer beginnen unter /ui/login/sso/http.',
  },
  enabled: { en: 'Believe the proxy', de: 'Dem Proxy glauben' },
  proxies: { en: 'Addresses of the proxy', de: 'Adressen des Proxys' },
  proxiesHint: {
    en: 'Addresses or ranges, one a line. Only connections from them are believed; everybody else could write the header too.',
    de: 'Adressen oder Bereiche, je Zeile eine. Nur Verbindungen von dort wird geglaubt; alle anderen könnten den Header auch schreiben.',
  },
  headers: { en: 'Headers', de: 'Header' },
  headersHelp: { en: 'The proxy must remove these headers from what it is sent.', de: 'Der Proxy muss diese Header aus dem entfernen, was ihm gesendet wird.' },
  userHeader: { en: 'User name', de: 'Benutzername' },
  emailHeader: { en: 'E-mail address', de: 'E-Mail-Adresse' },
  groupHeader: { en: 'Groups', de: 'Gruppen' },
  groupHint: {
    en: 'Separated by commas. Groups here follow whose external id is one of them.',
    de: 'Mit Kommas getrennt. Ihnen folgen hiesige Gruppen mit einer davon als externer ID.',
  },
  rules: { en: 'What the proxy may do', de: 'Was der Proxy darf' },
  createUsers: { en: 'Create users at their first sign-in', de: 'Benutzer bei der ersten Anmeldung anlegen' },
  linkExisting: {
    en: 'Take users of the same name who are here already to be the same person',
    de: 'Benutzer, die hier schon so heißen, für dieselbe Person halten',
  },
  linkExistingHint: { en: 'The proxy can then sign anybody in, administrators too.', de: 'Der Proxy kann dann jeden anmelden, auch Administratoren.' },
  tryOut: { en: 'Try it', de: 'Ausprobieren' },
  tryOutHelp: {
    en: 'Shows what this browser’s own request says under the values above, saved or not.',
    de: 'Zeigt, was die Anfrage dieses Browsers mit den Werten oben sagt, ob gespeichert oder nicht.',
  },
  test: { en: 'Test', de: 'Testen' },
  notTrusted: {
    en: 'This request came from {peer}, which is not among the addresses of the proxy.',
    de: 'Diese Anfrage kam von {peer}; das ist keine der Adressen des Proxys.',
  },
  noName: {
    en: 'This request came from {peer}, which is trusted, but it names nobody.',
    de: 'Diese Anfrage kam von {peer}; dieser Adresse wird geglaubt, aber sie nennt niemanden.',
  },
  named: {
    en: 'This request came from {peer}, which is trusted and says: {userName}. E-mail: {email}. Groups: {groups}',
    de: 'Diese Anfrage kam von {peer}; dieser Adresse wird geglaubt, und sie sagt: {userName}. E-Mail: {email}. Gruppen: {groups}',
  },
  none: { en: 'none', de: 'keine' },
  needsAttention: { en: 'Correct the marked fields first', de: 'Berichtigen Sie zuerst die markierten Felder' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  saved: { en: 'The settings for sign-in through a proxy were saved', de: 'Die Einstellungen der Anmeldung über einen Proxy wurden gespeichert' },
});
