import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words that all outside ways in share. */
export const { t } = catalogue({
  rules: { en: 'Users and groups', de: 'Benutzer und Gruppen' },
  rulesHelp: { en: 'What this provider may do here.', de: 'Was dieser Anbieter hier darf.' },
  createUsers: { en: 'Create users at their first sign-in', de: 'Benutzer bei ihrer ersten Anmeldung anlegen' },
  createUsersHint: { en: 'Without this, only people who are already users here get in.', de: 'Sonst kommt nur herein, wer hier schon Benutzer ist.' },
  linkExisting: { en: 'Sign in existing users of the same name', de: 'Vorhandene Benutzer gleichen Namens anmelden' },
  linkExistingHint: {
    en: 'Only for providers where nobody can choose their own name: whoever is called admin there becomes admin here.',
    de: 'Nur bei Anbietern, wo niemand seinen Namen selbst wählt: Wer dort admin heißt, wird hier admin.',
  },
  profileUpdatable: { en: 'Let new users change their own profile', de: 'Neue Benutzer ihr eigenes Profil ändern lassen' },
  profileUpdatableHint: {
    en: 'Their e-mail address and their API key. Those who are already here keep what they may do.',
    de: 'Ihre E-Mail-Adresse und ihren API-Schlüssel. Wer schon hier ist, darf weiter, was er darf.',
  },
  syncGroups: { en: 'Keep groups in line with the provider', de: 'Gruppen dem Anbieter folgen lassen' },
  syncGroupsHint: {
    en: 'Touches only groups whose external id the provider names, and those in the list below.',
    de: 'Betrifft nur Gruppen, deren externe Kennung der Anbieter nennt, und die in der Liste unten.',
  },
  groupMapping: { en: 'Group names', de: 'Gruppennamen' },
  groupMappingHint: { en: 'One a line: the provider’s name = our group.', de: 'Je Zeile: Name beim Anbieter = unsere Gruppe.' },
  mappingProblem: {
    en: 'Line {line}: write the provider’s name, =, and our group',
    de: 'Zeile {line}: Schreiben Sie den Namen beim Anbieter, = und unsere Gruppe',
  },
  nameless: { en: 'A certificate without a name', de: 'Ein Zertifikat ohne Namen' },
  validUntil: { en: 'valid until {date}', de: 'gültig bis {date}' },
  expiredOn: { en: 'Expired on {date}', de: 'Abgelaufen am {date}' },
  test: { en: 'Test', de: 'Testen' },
  tryOut: { en: 'Try it', de: 'Ausprobieren' },
  tryOutHelp: {
    en: 'Uses the values above, saved or not. Nobody is signed in and nothing is stored.',
    de: 'Mit den Werten oben, ob gespeichert oder nicht. Niemand wird angemeldet, nichts wird gespeichert.',
  },
  testUser: { en: 'User name', de: 'Benutzername' },
  testPassword: { en: 'Password', de: 'Passwort' },
  needsAttention: { en: 'Correct the marked fields first', de: 'Berichtigen Sie zuerst die markierten Felder' },
  testTitle: { en: 'What the test found', de: 'Ergebnis des Tests' },
  good: { en: 'Good', de: 'Gut' },
  bad: { en: 'Failed', de: 'Gescheitert' },
  unknown: { en: 'Not clear', de: 'Unklar' },
  check_discovery: { en: 'The provider describes itself', de: 'Der Anbieter beschreibt sich selbst' },
  check_authorizationAddress: { en: 'The sign-in address answers', de: 'Die Anmeldeadresse antwortet' },
  check_signingKeys: { en: 'Its signing keys can be read', de: 'Seine Signaturschlüssel sind lesbar' },
  check_clientSecret: { en: 'It accepts the client id and the secret', de: 'Er nimmt Client-ID und Geheimnis an' },
  check_certificate: { en: 'The certificate can be read and is valid', de: 'Das Zertifikat ist lesbar und gültig' },
  check_entryPoint: { en: 'The sign-in address answers', de: 'Die Anmeldeadresse antwortet' },
});
