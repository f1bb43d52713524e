import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the cards and of the connections of a vendor. */
export const { t } = catalogue({
  scanningService: { en: 'Security scanning', de: 'Sicherheitsprüfung' },
  integrations: { en: 'Integrations', de: 'Integrationen' },
  about: {
    en: 'Connect where your source code is kept, and the tools that you use packages with.',
    de: 'Verbinden Sie, wo Ihr Quellcode liegt, und die Werkzeuge, mit denen Sie Pakete verwenden.',
  },
  group_git: { en: 'Source control', de: 'Quellcodeverwaltung' },
  group_ide: { en: 'Developer Tools', de: 'Entwicklungswerkzeuge' },
  group_cli: { en: 'Continuous integration', de: 'Continuous Integration' },
  status_CONNECTED: { en: 'Connected', de: 'Verbunden' },
  status_CONFIGURED: { en: 'Configured', de: 'Eingerichtet' },
  status_DISCONNECTED: { en: 'Disconnected', de: 'Nicht verbunden' },
  connect: { en: 'Connect', de: 'Verbinden' },
  connectVendor: { en: 'Connect {vendor}', de: '{vendor} verbinden' },
  addVendor: { en: 'Add a connection to {vendor}', de: 'Verbindung zu {vendor} hinzufügen' },
  connectService: { en: 'Connect a service', de: 'Verbinden Sie einen Dienst' },
  configure: { en: 'Configure', de: 'Einrichten' },
  configureTool: { en: 'Configure {tool}', de: '{tool} einrichten' },
  connections: { en: { one: '{count} connection', other: '{count} connections' }, de: { one: '{count} Verbindung', other: '{count} Verbindungen' } },
  instances: { en: '{vendor} Instances', de: '{vendor}-Instanzen' },
  instancesAbout: { en: 'Each connection signs in with a token of its own.', de: 'Jede Verbindung meldet sich mit einem eigenen Token an.' },
  name: { en: 'Integration Name', de: 'Name der Integration' },
  url: { en: 'URL', de: 'URL' },
  product: { en: 'Product', de: 'Produkt' },
  createdOn: { en: 'Created On', de: 'Angelegt am' },
  selectProduct: { en: 'Select a Product', de: 'Produkt auswählen' },
  manageRepositories: { en: 'Manage Repositories', de: 'Repositorys verwalten' },
  editIntegration: { en: 'Edit Integration', de: 'Integration bearbeiten' },
  remove: { en: 'Delete', de: 'Löschen' },
  search: { en: 'Search connections', de: 'Verbindungen suchen' },
  import: { en: 'Import', de: 'Importieren' },
  imported: {
    en: { one: '{count} integration was read', other: '{count} integrations were read' },
    de: { one: '{count} Integration wurde gelesen', other: '{count} Integrationen wurden gelesen' },
  },
  none: { en: 'Nothing is connected yet', de: 'Noch ist nichts verbunden' },
  noneOfService: { en: 'No connection is used by {service}', de: '{service} verwendet keine Verbindung' },
  noneHelp: {
    en: 'A connection lets the platform read the lock files of your repositories, and say what is wrong with them.',
    de: 'Über eine Verbindung liest die Plattform die Lock-Dateien Ihrer Repositorys und sagt, was an ihnen nicht stimmt.',
  },
  noneFits: { en: 'No connection fits', de: 'Keine Verbindung passt' },
  clearSearch: { en: 'Clear the search', de: 'Suche aufheben' },
  noVendor: { en: 'There is nothing called {vendor} to connect', de: 'Es gibt nichts, was sich unter {vendor} verbinden ließe' },
  unavailable: { en: 'Git repositories are not scanned on this platform', de: 'Git-Repositorys werden auf dieser Plattform nicht geprüft' },
  unavailableHelp: {
    en: 'Scanning them needs the scanning service and the program git, version 2.36 or newer, on the server; only administrators see connections.',
    de: 'Dazu braucht es den Prüfdienst und auf dem Server das Programm git ab Version 2.36; Verbindungen sehen nur Administratoren.',
  },
  backToIntegrations: { en: 'All integrations', de: 'Alle Integrationen' },
  leftHooks: { en: 'Hooks left at vendors', de: 'Hooks bei Anbietern' },
  leftHooksAbout: {
    en: 'Their integrations were deleted. They prove nothing any more, and no message of theirs is taken.',
    de: 'Ihre Integrationen wurden gelöscht. Sie beweisen nichts mehr, und keine ihrer Nachrichten wird angenommen.',
  },
  leftHooksStill: {
    en: { one: '{count} hook of a deleted integration is still at its vendor', other: '{count} hooks of deleted integrations are still at their vendors' },
    de: {
      one: '{count} Hook einer gelöschten Integration ist noch beim Anbieter',
      other: '{count} Hooks gelöschter Integrationen sind noch bei ihren Anbietern',
    },
  },
  showThem: { en: 'Show', de: 'Anzeigen' },
  noLeftHooks: { en: 'No hook was left behind', de: 'Kein Hook ist zurückgeblieben' },
  gitRepository: { en: 'Repository', de: 'Repository' },
  hook: { en: 'Hook', de: 'Hook' },
  integration: { en: 'Integration', de: 'Integration' },
  leftSince: { en: 'Deleted', de: 'Gelöscht' },
  nextAttempt: { en: 'Next attempt', de: 'Nächster Versuch' },
  givenUp: { en: 'Given up: remove it at the vendor', de: 'Aufgegeben: entfernen Sie ihn beim Anbieter' },
  why: { en: 'Why', de: 'Warum' },
  forgetLeft: { en: 'Forget those given up', de: 'Aufgegebene vergessen' },
  forgotten: {
    en: { one: '{count} hook was forgotten', other: '{count} hooks were forgotten' },
    de: { one: '{count} Hook wurde vergessen', other: '{count} Hooks wurden vergessen' },
  },
  removeTitle: { en: 'Delete the integration {name}?', de: 'Die Integration {name} löschen?' },
  removeAction: { en: 'Delete integration', de: 'Integration löschen' },
  removeText: {
    en: 'Everything that is known of its repositories and their scans is forgotten. Its hooks are taken away at the vendor, then its token is forgotten, too; hooks that cannot be removed are listed with the reason.',
    de: 'Alles, was über ihre Repositorys und deren Prüfungen bekannt ist, wird vergessen. Ihre Hooks werden beim Anbieter entfernt, dann wird auch ihr Token vergessen; Hooks, die sich nicht entfernen lassen, stehen mit dem Grund in einer Liste.',
  },
  removed: { en: 'Successfully deleted {key}', de: 'Erfolgreich gelöscht {key}' },
  removeFailed: { en: 'Error while deleting integration', de: 'Fehler beim Löschen der Integration' },
});

/** Vendors as tables and the ways to them spell them; their cards have a spelling of their own. */
const vendorLabels: Readonly<Record<string, string>> = {
  github: 'Github',
  gitlab: 'GitLab',
  bitbucket_cloud: 'BitBucket Cloud',
  bitbucket_server: 'BitBucket Server',
  gitea: 'Gitea',
};

export const getVendorLabel = (vendorName: string): string | undefined => vendorLabels[vendorName];

/** What a service is called, from its name on the wire. */
export const getProductName = (product: string): string => (product === 'xray' ? t('scanningService') : product);
