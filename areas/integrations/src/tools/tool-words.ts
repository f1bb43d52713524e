import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the steps that set up tools. */
export const { t } = catalogue({
  title: { en: 'Configure {tool}', de: '{tool} einrichten' },
  system: { en: 'Operating system', de: 'Betriebssystem' },
  system_osx: { en: 'OS X', de: 'OS X' },
  system_linux: { en: 'Linux', de: 'Linux' },
  system_windows: { en: 'Windows', de: 'Windows' },
  done: { en: 'Done', de: 'Fertig' },
  apiKey: { en: 'API key', de: 'API-Schlüssel' },
  apiKeyHelp: {
    en: 'You sign in elsewhere and have no password here: wherever a command asks for one, give this key.',
    de: 'Sie melden sich anderswo an und haben hier kein Passwort: Wo ein Befehl danach fragt, geben Sie diesen Schlüssel an.',
  },
  noApiKey: {
    en: 'You sign in elsewhere and have no password here. Make an API key in your profile, and give it wherever a command asks for a password.',
    de: 'Sie melden sich anderswo an und haben hier kein Passwort. Legen Sie in Ihrem Profil einen API-Schlüssel an, und geben Sie ihn an, wo ein Befehl nach einem Passwort fragt.',
  },
  toProfile: { en: 'Open the profile', de: 'Profil öffnen' },
  installPlugin: { en: 'Install the plugin', de: 'Plugin installieren' },
  installPluginHelp: { en: 'Close the program first.', de: 'Schließen Sie das Programm zuvor.' },
  installExtension: { en: 'Install the extension', de: 'Erweiterung installieren' },
  startConnected: { en: 'Start it with the connection', de: 'Mit der Verbindung starten' },
  startConnectedHelp: {
    en: 'The terminal asks for your password and hands it to the program alone; nothing is written to a file.',
    de: 'Das Terminal fragt nach Ihrem Passwort und gibt es nur dem Programm; nichts wird in eine Datei geschrieben.',
  },
  check: { en: 'Check the connection', de: 'Verbindung prüfen' },
  checkHelp: {
    en: 'The platform answers with the repositories that you may see.',
    de: 'Die Plattform antwortet mit den Repositorys, die Sie sehen dürfen.',
  },
  pingHelp: { en: 'The platform answers OK.', de: 'Die Plattform antwortet mit OK.' },
  signInDocker: { en: 'Sign in', de: 'Anmelden' },
  installCli: { en: 'Install the command line', de: 'Kommandozeile installieren' },
  configureCli: { en: 'Name this platform', de: 'Diese Plattform eintragen' },
  storeUrl: { en: 'Store the address in your repository', de: 'Die Adresse in Ihrem Repository ablegen' },
  storeToken: { en: 'Store an access token in your repository', de: 'Ein Access Token in Ihrem Repository ablegen' },
  storeTokenHelp: {
    en: 'Make one under Access tokens; the command asks for it.',
    de: 'Legen Sie eines unter Access Tokens an; der Befehl fragt danach.',
  },
  workflow: { en: 'Add the workflow', de: 'Den Workflow hinzufügen' },
  serviceConnection: { en: 'Add a service connection', de: 'Eine Dienstverbindung hinzufügen' },
  serviceConnectionHelp: {
    en: 'Project settings → Service connections → New → JFrog Platform V2, with the server URL {url} and the user {user}.',
    de: 'Projekteinstellungen → Dienstverbindungen → Neu → JFrog Platform V2, mit der Server-URL {url} und dem Benutzer {user}.',
  },
  pipeline: { en: 'Use it in the pipeline', de: 'In der Pipeline verwenden' },
});
