/** German for the security settings. */
export const german = {
  settings: 'Sicherheitseinstellungen',
  anonymous: 'Anonymer Zugriff',
  anonymousHelp: 'Ob ohne Anmeldung etwas erreichbar ist.',
  allowAnonymous: 'Besucher hereinlassen, die sich nicht anmelden',
  anonymousHint: 'Sie dürfen, was Berechtigungen dem Benutzer anonymous geben, und nichts sonst.',
  noVisitorPermissions: 'Noch nennt keine Berechtigung den Benutzer anonymous; Besucher erreichen also nichts.',
  visitorsGet: { one: 'Besucher bekommen, was {count} Berechtigung gibt:', other: 'Besucher bekommen, was {count} Berechtigungen geben:' },
  visitorsWouldGet: { one: 'Besucher bekämen, was {count} Berechtigung gibt:', other: 'Besucher bekämen, was {count} Berechtigungen geben:' },
  allOfThem: 'Alle zeigen',
  passwords: 'Anmeldung mit Passwort',
  passwordsHelp: 'Was von allen verlangt wird, die hier ein Passwort haben.',
  requireSecondFactor: 'Zweiten Faktor verlangen',
  requireSecondFactorHint:
    'Wer keinen hat, richtet bei der nächsten Anmeldung an der Konsole eine Authentifizierungs-App ein. Clients brauchen dann Zugriffstoken: Ein Passwort allein wird überall abgewiesen.',
  passwordExpiryDays: 'Tage, bis ein neues Passwort zu wählen ist',
  passwordExpiryDaysHint: '0 fragt nie.',
  save: 'Änderungen speichern',
  saved: 'Die Sicherheitseinstellungen wurden gespeichert',
};
