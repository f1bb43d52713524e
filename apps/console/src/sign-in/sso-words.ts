import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of signing in through outside providers. */
export const { t } = catalogue({
  title: { en: 'Single sign-on', de: 'Einmalanmeldung' },
  working: { en: 'Signing you in…', de: 'Sie werden angemeldet …' },
  backToLogin: { en: 'Back to sign-in', de: 'Zurück zur Anmeldung' },
  tryAgain: { en: 'Try again', de: 'Noch einmal versuchen' },
  failed: { en: 'You were not signed in', de: 'Sie wurden nicht angemeldet' },
  no_account: { en: 'You have no account here. Ask an administrator for one.', de: 'Sie haben hier kein Konto. Bitten Sie die Administration um eines.' },
  bad_name: {
    en: 'The name that the provider knows you by cannot be a user name here. Tell an administrator.',
    de: 'Der Name, unter dem der Anbieter Sie kennt, kann hier kein Benutzername sein. Sagen Sie es der Administration.',
  },
  name_taken: {
    en: 'Another user here already has your name. An administrator can allow this provider to sign that user in.',
    de: 'Ein anderer Benutzer hat hier schon Ihren Namen. Die Administration kann diesem Anbieter erlauben, ihn anzumelden.',
  },
  disabled: { en: 'Your account is disabled. Ask an administrator.', de: 'Ihr Konto ist gesperrt. Fragen Sie die Administration.' },
  no_console: {
    en: 'Your account may not use the console. Ask an administrator.',
    de: 'Ihr Konto darf die Konsole nicht benutzen. Fragen Sie die Administration.',
  },
  cancelled: { en: 'The sign-in was called off at the provider.', de: 'Die Anmeldung wurde beim Anbieter abgebrochen.' },
  no_invitation: {
    en: 'This invitation can no longer be used. Ask an administrator for another.',
    de: 'Diese Einladung lässt sich nicht mehr verwenden. Bitten Sie die Administration um eine neue.',
  },
  expired: {
    en: 'The sign-in took too long or began in another window. Start again.',
    de: 'Die Anmeldung hat zu lange gedauert oder begann in einem anderen Fenster. Beginnen Sie von vorn.',
  },
  unreachable: { en: 'The provider cannot be reached at the moment.', de: 'Der Anbieter ist gerade nicht zu erreichen.' },
  refused: {
    en: 'The provider’s answer could not be accepted. If this stays so, tell an administrator: the log says why.',
    de: 'Die Antwort des Anbieters konnte nicht angenommen werden. Bleibt es dabei, sagen Sie es der Administration: Das Protokoll nennt den Grund.',
  },
  notOffered: { en: 'This way to sign in is not set up here.', de: 'Dieser Weg zur Anmeldung ist hier nicht eingerichtet.' },
});
