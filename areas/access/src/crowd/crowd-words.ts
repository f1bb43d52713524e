import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of Crowd. */
export const { t } = catalogue({
  crowd: { en: 'Atlassian Crowd', de: 'Atlassian Crowd' },
  use: { en: 'Use', de: 'Verwendung' },
  useHelp: {
    en: 'Users of a Crowd server sign in with the password they have there. Passwords kept here and LDAP servers are asked first.',
    de: 'Benutzer eines Crowd-Servers melden sich mit dem Passwort an, das sie dort haben. Hier gespeicherte Passwörter und LDAP-Server gelten zuerst.',
  },
  enabled: { en: 'Sign users in with Crowd', de: 'Benutzer mit Crowd anmelden' },
  server: { en: 'Server', de: 'Server' },
  url: { en: 'Address', de: 'Adresse' },
  urlHint: { en: 'Such as https://crowd.example.org/crowd', de: 'Etwa https://crowd.example.org/crowd' },
  allowPrivate: { en: 'The server is in our own network', de: 'Der Server steht im eigenen Netz' },
  allowPrivateHint: { en: 'Otherwise private addresses are not contacted.', de: 'Sonst werden private Adressen nicht kontaktiert.' },
  applicationName: { en: 'Application name', de: 'Name der Anwendung' },
  applicationHint: { en: 'As what the platform is registered in Crowd.', de: 'Als was die Plattform in Crowd eingetragen ist.' },
  password: { en: 'Application password', de: 'Passwort der Anwendung' },
  passwordKept: { en: 'A password is stored. Leave the field empty to keep it.', de: 'Ein Passwort ist gespeichert. Leer lassen, um es zu behalten.' },
  passwordHint: { en: 'It is stored encrypted and never shown.', de: 'Es wird verschlüsselt gespeichert und nie gezeigt.' },
  sessions: {
    en: 'Let users in who are signed in to another application of Crowd',
    de: 'Benutzer einlassen, die bei einer anderen Anwendung von Crowd angemeldet sind',
  },
  sessionsHint: {
    en: 'At /ui/login/sso/crowd. Crowd has to set its cookie for a domain that holds both.',
    de: 'Unter /ui/login/sso/crowd. Crowd muss sein Cookie für eine Domain setzen, in der beide liegen.',
  },
  cookieName: { en: 'Name of the cookie', de: 'Name des Cookies' },
  rules: { en: 'What Crowd may do', de: 'Was Crowd darf' },
  syncGroups: { en: 'Groups follow Crowd', de: 'Gruppen folgen Crowd' },
  syncGroupsHint: {
    en: 'Groups here whose external id is the name of a group in Crowd.',
    de: 'Hiesige Gruppen, deren externe ID der Name einer Gruppe in Crowd ist.',
  },
  createUsers: { en: 'Create users at their first sign-in', de: 'Benutzer bei der ersten Anmeldung anlegen' },
  linkExisting: {
    en: 'Take users of the same name who are here already to be the same person',
    de: 'Benutzer, die hier schon so heißen, für dieselbe Person halten',
  },
  linkExistingHint: {
    en: 'Whoever can choose names in Crowd can then become that user.',
    de: 'Wer in Crowd Namen wählen kann, kann dann dieser Benutzer werden.',
  },
  testConnect: { en: 'The server cannot be reached: {message}', de: 'Der Server ist nicht erreichbar: {message}' },
  testApplication: { en: 'The server refuses the application: {message}', de: 'Der Server lehnt die Anwendung ab: {message}' },
  testUserBad: { en: 'The server refuses this name and password.', de: 'Der Server lehnt diesen Namen mit diesem Passwort ab.' },
  testServerGood: { en: 'The server answers and knows the application.', de: 'Der Server antwortet und kennt die Anwendung.' },
  testUserGood: { en: 'The user can sign in. E-mail: {email}. Groups: {groups}', de: 'Der Benutzer kann sich anmelden. E-Mail: {email}. Gruppen: {groups}' },
  none: { en: 'none', de: 'keine' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  saved: { en: 'The settings for Crowd were saved', de: 'Die Einstellungen für Crowd wurden gespeichert' },
});
