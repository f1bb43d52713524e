import { catalogue } from '@packhouse/console-kit/console-kit.ts';

export const { t } = catalogue({
  title: { en: 'Set me up', de: 'Client einrichten' },
  intro: {
    en: 'Commands and files for your client, with the real address and your name in them.',
    de: 'Befehle und Dateien für Ihren Client, mit der echten Adresse und Ihrem Namen darin.',
  },
  findRepository: { en: 'Find a repository', de: 'Repository suchen' },
  repositories: { en: 'Repositories', de: 'Repositorys' },
  noRepositories: { en: 'There is no repository yet', de: 'Es gibt noch kein Repository' },
  noRepositoriesHelp: {
    en: 'Clients are set up for a repository; an administrator can create one.',
    de: 'Clients werden für ein Repository eingerichtet; Administratoren können eines anlegen.',
  },
  noneFits: { en: 'No repository fits', de: 'Kein Repository passt' },
  choose: { en: 'Choose a repository', de: 'Wählen Sie ein Repository' },
  chooseHelp: { en: 'What to tell your client appears here.', de: 'Hier erscheint, was Ihr Client wissen muss.' },
  other: { en: 'Another repository', de: 'Anderes Repository' },
  configure: { en: 'Configure the client', de: 'Client konfigurieren' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
  resolve: { en: 'Fetch', de: 'Holen' },
  cannotPublish: { en: 'You cannot publish here, so only fetching is shown.', de: 'Sie können hier nicht veröffentlichen; gezeigt wird nur das Holen.' },
  token: { en: 'Identity token', de: 'Identitätstoken' },
  tokenHelp: {
    en: 'Use it where a command asks for a password or token. It is shown once and can be revoked in your profile.',
    de: 'Verwenden Sie es, wo ein Befehl nach Passwort oder Token fragt. Es wird einmal gezeigt und kann im Profil widerrufen werden.',
  },
  generate: { en: 'Generate token', de: 'Token erzeugen' },
  generated: { en: 'The identity token was generated', de: 'Das Identitätstoken wurde erzeugt' },
  tokenFailed: { en: 'Failed to generate Identity token', de: 'Das Identitätstoken konnte nicht erzeugt werden' },
  tokenFor: { en: 'Set me up: {key}', de: 'Client einrichten: {key}' },
  address: { en: 'Address', de: 'Adresse' },
});
