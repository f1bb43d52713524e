import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the security settings. */
export const { t } = catalogue({
  settings: { en: 'Security Settings', de: 'Sicherheitseinstellungen' },
  anonymous: { en: 'Anonymous access', de: 'Anonymer Zugriff' },
  anonymousHelp: { en: 'Whether anything can be reached without signing in.', de: 'Ob ohne Anmeldung etwas erreichbar ist.' },
  blockAnonymousUi: { en: 'Keep visitors out of the console', de: 'Besucher nicht in die Konsole lassen' },
  blockAnonymousUiHint: {
    en: 'Their clients may download all the same; the pages ask them to sign in.',
    de: 'Ihre Clients dürfen trotzdem herunterladen; die Seiten verlangen eine Anmeldung.',
  },
  allowAnonymous: { en: 'Let visitors in who do not sign in', de: 'Besucher hereinlassen, die sich nicht anmelden' },
  anonymousHint: {
    en: 'They may do what permissions give to the user anonymous, and nothing else.',
    de: 'Sie dürfen, was Berechtigungen dem Benutzer anonymous geben, und nichts sonst.',
  },
  noVisitorPermissions: {
    en: 'No permission names the user anonymous yet, so visitors reach nothing.',
    de: 'Noch nennt keine Berechtigung den Benutzer anonymous; Besucher erreichen also nichts.',
  },
  visitorsGet: {
    en: { one: 'Visitors get what {count} permission gives them:', other: 'Visitors get what {count} permissions give them:' },
    de: { one: 'Besucher bekommen, was {count} Berechtigung gibt:', other: 'Besucher bekommen, was {count} Berechtigungen geben:' },
  },
  visitorsWouldGet: {
    en: { one: 'Visitors would get what {count} permission gives them:', other: 'Visitors would get what {count} permissions give them:' },
    de: { one: 'Besucher bekämen, was {count} Berechtigung gibt:', other: 'Besucher bekämen, was {count} Berechtigungen geben:' },
  },
  allOfThem: { en: 'All of them', de: 'Alle zeigen' },
  passwords: { en: 'Signing in with a password', de: 'Anmeldung mit Passwort' },
  passwordsHelp: { en: 'What is asked of everybody who has a password here.', de: 'Was von allen verlangt wird, die hier ein Passwort haben.' },
  requireSecondFactor: { en: 'Require a second factor', de: 'Zweiten Faktor verlangen' },
  requireSecondFactorHint: {
    en: 'Whoever has none sets up an authenticator app at the next sign-in to the console. Clients then need access tokens: a password alone is refused everywhere.',
    de: 'Wer keinen hat, richtet bei der nächsten Anmeldung an der Konsole eine Authentifizierungs-App ein. Clients brauchen dann Zugriffstoken: Ein Passwort allein wird überall abgewiesen.',
  },
  passwordExpiryDays: { en: 'Days until a new password must be chosen', de: 'Tage, bis ein neues Passwort zu wählen ist' },
  passwordExpiryDaysHint: { en: '0 never asks.', de: '0 fragt nie.' },
  lockAfterFailures: { en: 'Wrong passwords in a row that lock a user', de: 'Falsche Passwörter in Folge, die einen Benutzer sperren' },
  lockAfterFailuresHint: {
    en: '0 never locks: guessing is slowed down anyway. Locked users wait until an administrator unlocks them, so strangers can keep somebody out on purpose. Tokens and sessions go on.',
    de: '0 sperrt nie: Raten wird ohnehin gebremst. Gesperrte Benutzer warten, bis ein Administrator sie entsperrt; Fremde können also jemanden absichtlich aussperren. Token und Sitzungen gelten weiter.',
  },
  clients: { en: 'Clients', de: 'Clients' },
  clientsHelp: { en: 'How clients are asked to sign in.', de: 'Wie Clients zur Anmeldung aufgefordert werden.' },
  basicRealm: { en: 'Realm', de: 'Realm' },
  basicRealmHint: {
    en: 'The name under which clients are asked for a user name and password. Ivy and sbt only send them to the realm that they were set up for, mostly Artifactory Realm.',
    de: 'Der Name, unter dem Clients nach Benutzername und Passwort gefragt werden. Ivy und sbt senden beides nur an den Realm, für den sie eingerichtet wurden, meist Artifactory Realm.',
  },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  saved: { en: 'The security settings were saved', de: 'Die Sicherheitseinstellungen wurden gespeichert' },
});
