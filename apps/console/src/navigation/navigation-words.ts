import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of the frame around the pages. */
export const { t } = catalogue({
  licenceEnds: {
    en: {
      one: 'The license of this platform ends within a day, on {date}. What is stored stays, and is downloaded as before.',
      other: 'The license of this platform ends in {count} days, on {date}. What is stored stays, and is downloaded as before.',
    },
    de: {
      one: 'Die Lizenz dieser Plattform endet innerhalb eines Tages, am {date}. Was gespeichert ist, bleibt und wird weiter heruntergeladen.',
      other: 'Die Lizenz dieser Plattform endet in {count} Tagen, am {date}. Was gespeichert ist, bleibt und wird weiter heruntergeladen.',
    },
  },
  licenceOver: {
    en: 'No license of this platform is valid any more. What is stored stays, and is downloaded as before.',
    de: 'Keine Lizenz dieser Plattform gilt mehr. Was gespeichert ist, bleibt und wird weiter heruntergeladen.',
  },
  showLicences: { en: 'Show licenses', de: 'Lizenzen zeigen' },
  gotIt: { en: 'Got it', de: 'Verstanden' },
  anonymous: { en: 'Visitor', de: 'Besucher' },
  user: { en: 'User', de: 'Benutzer' },
  administrator: { en: 'Administrator', de: 'Administrator' },
  projectAdministrator: { en: 'Project administrator', de: 'Projektadministrator' },
  project: { en: 'Project', de: 'Projekt' },
  allProjects: { en: 'All projects', de: 'Alle Projekte' },
  chooseProject: { en: 'Choose a project', de: 'Projekt wählen' },
  documentation: { en: 'Documentation', de: 'Dokumentation' },
  support: { en: 'Support zone', de: 'Unterstützung' },
  bundlesTeaser: { en: 'Release bundles', de: 'Release-Bundles' },
  cloudSubscription: { en: 'Cloud Subscription and Usage', de: 'Cloud-Abonnement und Nutzung' },
  users: { en: 'Users', de: 'Benutzer' },
  builds: { en: 'Builds', de: 'Builds' },
  recent: { en: 'Recent', de: 'Zuletzt' },
  newToken: { en: 'Generate token', de: 'Token erzeugen' },
  notAllFound: { en: 'Not everything could be searched', de: 'Nicht alles konnte durchsucht werden' },
  repositories: { en: 'Repositories', de: 'Repositorys' },
  transferQuota: { en: 'You have reached your monthly quota for Data Transfer', de: 'Ihr monatliches Kontingent für Datenübertragung ist aufgebraucht' },
  upgrade: { en: 'Upgrade', de: 'Erweitern' },
  showStorage: { en: 'Show storage', de: 'Speicher zeigen' },
  offlineTitle: { en: 'The server cannot be reached.', de: 'Der Server ist nicht erreichbar.' },
  offlineAge: { en: 'What is shown was loaded {age}.', de: 'Was Sie sehen, wurde {age} geladen.' },
  tryNow: { en: 'Try now', de: 'Jetzt versuchen' },
  backOnline: { en: 'The server is there again', de: 'Der Server ist wieder da' },
  copyAsCurl: { en: 'Copy as curl', de: 'Als curl kopieren' },
});
