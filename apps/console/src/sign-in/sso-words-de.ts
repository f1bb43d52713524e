/** German for signing in through outside providers. */
export const german = {
  title: 'Einmalanmeldung',
  working: 'Sie werden angemeldet …',
  backToLogin: 'Zurück zur Anmeldung',
  tryAgain: 'Noch einmal versuchen',
  failed: 'Sie wurden nicht angemeldet',
  no_account: 'Sie haben hier kein Konto. Bitten Sie die Administration um eines.',
  bad_name: 'Der Name, unter dem der Anbieter Sie kennt, kann hier kein Benutzername sein. Sagen Sie es der Administration.',
  name_taken: 'Ein anderer Benutzer hat hier schon Ihren Namen. Die Administration kann diesem Anbieter erlauben, ihn anzumelden.',
  disabled: 'Ihr Konto ist gesperrt. Fragen Sie die Administration.',
  no_console: 'Ihr Konto darf die Konsole nicht benutzen. Fragen Sie die Administration.',
  cancelled: 'Die Anmeldung wurde beim Anbieter abgebrochen.',
  expired: 'Die Anmeldung hat zu lange gedauert oder begann in einem anderen Fenster. Beginnen Sie von vorn.',
  unreachable: 'Der Anbieter ist gerade nicht zu erreichen.',
  refused: 'Die Antwort des Anbieters konnte nicht angenommen werden. Bleibt es dabei, sagen Sie es der Administration: Das Protokoll nennt den Grund.',
  notOffered: 'Dieser Weg zur Anmeldung ist hier nicht eingerichtet.',
};
