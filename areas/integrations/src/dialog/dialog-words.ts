import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the dialog about a connection. */
export const { t } = catalogue({
  newTitle: { en: 'Connect {vendor}', de: '{vendor} verbinden' },
  editTitle: { en: 'Edit {name}', de: '{name} bearbeiten' },
  name: { en: 'Integration name', de: 'Name der Integration' },
  nameHint: { en: 'Lists and messages show it.', de: 'Listen und Meldungen zeigen ihn.' },
  url: { en: 'URL', de: 'URL' },
  urlHint: { en: 'As you open it in a browser.', de: 'Wie Sie sie im Browser öffnen.' },
  userName: { en: 'User name', de: 'Benutzername' },
  token: { en: 'Token', de: 'Token' },
  tokenKept: { en: 'The one that is kept goes on being used unless you enter another.', de: 'Das gespeicherte gilt weiter, wenn Sie kein anderes eingeben.' },
  scope_github: { en: 'A personal access token with the scope {scope}', de: 'Ein Personal Access Token mit dem Bereich {scope}' },
  scope_gitlab: { en: 'A personal, group or project token with the scope {scope}', de: 'Ein Token von Person, Gruppe oder Projekt mit dem Bereich {scope}' },
  scope_bitbucket_cloud: {
    en: 'An API token of your Atlassian account with {scope}; your e-mail address is the user name',
    de: 'Ein API-Token Ihres Atlassian-Kontos mit {scope}; Ihre E-Mail-Adresse ist der Benutzername',
  },
  scope_bitbucket_server: { en: 'An HTTP access token with {scope}', de: 'Ein HTTP-Zugriffstoken mit {scope}' },
  scope_gitea: { en: 'An access token with {scope}', de: 'Ein Zugriffstoken mit {scope}' },
  test: { en: 'Test connection', de: 'Verbindung testen' },
  testFirst: { en: 'Test the connection first', de: 'Testen Sie zuerst die Verbindung' },
  testFailed: { en: 'Connection test failed, please check your credentials', de: 'Der Verbindungstest ist fehlgeschlagen, bitte prüfen Sie Ihre Anmeldedaten' },
  testPassed: { en: 'The connection works', de: 'Die Verbindung funktioniert' },
  create: { en: 'Create', de: 'Anlegen' },
  save: { en: 'Save', de: 'Speichern' },
  created: { en: 'Successfully created {key}', de: 'Erfolgreich angelegt {key}' },
  createFailed: { en: 'Error while creating integration', de: 'Fehler beim Anlegen der Integration' },
  updated: { en: 'Successfully updated {key}', de: 'Erfolgreich aktualisiert {key}' },
  updateFailed: { en: 'Error while updating integration', de: 'Fehler beim Aktualisieren der Integration' },
  selectService: { en: 'Select a service', de: 'Dienst auswählen' },
  selectServiceHelp: { en: '{key} is connected. What is it to be used for?', de: '{key} ist verbunden. Wozu soll die Verbindung dienen?' },
  xrayHelp: {
    en: 'Reads the lock files of repositories, finds known vulnerabilities, and says so at commits and pull requests.',
    de: 'Liest die Lock-Dateien von Repositorys, findet bekannte Schwachstellen und meldet sie an Commits und Pull Requests.',
  },
  later: { en: 'Later', de: 'Später' },
});

/** What a token must be allowed, in each vendor's own words. */
export const tokenScopes: Readonly<Record<string, string>> = {
  github: 'repo',
  gitlab: 'api',
  bitbucket_cloud: 'read:user, read and write:repository, pullrequest and webhook',
  bitbucket_server: 'REPO_ADMIN',
  gitea: 'write:repository, read:user',
};
