import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the page on which repositories are chosen for scanning. */
export const { t } = catalogue({
  title: { en: 'Indexed resources', de: 'Indizierte Ressourcen' },
  about: {
    en: 'What comes into an indexed repository is scanned by itself. Builds and release bundles are judged by the files that they consist of.',
    de: 'Was in ein indiziertes Repository kommt, wird von selbst geprüft. Über Builds und Release-Bundles wird nach den Dateien geurteilt, aus denen sie bestehen.',
  },
  repositories: { en: 'Repositories', de: 'Repositorys' },
  help: {
    en: 'What is found already stays known when a repository is not indexed any more; it is only no longer looked into.',
    de: 'Was schon gefunden wurde, bleibt bekannt, wenn ein Repository nicht mehr indiziert wird; es wird nur nicht mehr hineingesehen.',
  },
  builds: { en: 'Builds', de: 'Builds' },
  buildsHelp: {
    en: 'Indexed builds are judged. As long as all are, so is every build that comes; once some are left out, a new one is judged when it is added.',
    de: 'Über indizierte Builds wird geurteilt. Solange es alle sind, auch über jeden, der dazukommt; sobald einige ausgenommen sind, über einen neuen erst, wenn er hinzugefügt ist.',
  },
  searchBuilds: { en: 'Search builds', de: 'Builds suchen' },
  noBuildFits: { en: 'No build fits', de: 'Kein Build passt' },
  noBuilds: { en: 'There are no builds yet; every one that comes is judged.', de: 'Es gibt noch keine Builds; über jeden, der kommt, wird geurteilt.' },
  bundles: { en: 'Release bundles', de: 'Release-Bundles' },
  bundlesHelp: {
    en: {
      one: 'One version of a release bundle is kept here. All are judged unless a client has chosen some; watches choose which ones matter.',
      other: '{count} versions of release bundles are kept here. All are judged unless a client has chosen some; watches choose which ones matter.',
    },
    de: {
      one: 'Eine Version eines Release-Bundles liegt hier. Über alle wird geurteilt, solange kein Client einige ausgewählt hat; welche zählen, wählen die Überwachungen.',
      other:
        '{count} Versionen von Release-Bundles liegen hier. Über alle wird geurteilt, solange kein Client einige ausgewählt hat; welche zählen, wählen die Überwachungen.',
    },
  },
  indexed: { en: 'Indexed', de: 'Indiziert' },
  notIndexed: { en: 'Not indexed', de: 'Nicht indiziert' },
  search: { en: 'Search repositories', de: 'Repositorys suchen' },
  add: { en: 'Index {name}', de: '{name} indizieren' },
  leave: { en: 'Stop indexing {name}', de: '{name} nicht mehr indizieren' },
  addAll: {
    en: { one: 'Index this one', other: 'Index these {count}' },
    de: { one: 'Dieses indizieren', other: 'Diese {count} indizieren' },
  },
  leaveAll: {
    en: { one: 'Stop indexing this one', other: 'Stop indexing these {count}' },
    de: { one: 'Dieses nicht mehr indizieren', other: 'Diese {count} nicht mehr indizieren' },
  },
  nothingHere: { en: 'None', de: 'Keine' },
  noneFits: { en: 'No repository fits', de: 'Kein Repository passt' },
  more: { en: 'and {count} more: search for them', de: 'und {count} weitere: suchen Sie danach' },
  changed: { en: 'Changed', de: 'Geändert' },
  is_local: { en: 'local', de: 'lokal' },
  is_remote: { en: 'remote', de: 'entfernt' },
  scannedOf: { en: '{scanned} of {total} scanned', de: '{scanned} von {total} geprüft' },
  save: { en: 'Save', de: 'Speichern' },
  saved: {
    en: { one: 'One repository is indexed', other: '{count} repositories are indexed' },
    de: { one: 'Ein Repository ist indiziert', other: '{count} Repositorys sind indiziert' },
  },
  none: { en: 'There is nothing to index yet', de: 'Es gibt noch nichts zu indizieren' },
  noneHelp: {
    en: 'Local and remote repositories keep content that can be scanned. Create one first.',
    de: 'Lokale und entfernte Repositorys bewahren Inhalte, die sich prüfen lassen. Legen Sie zuerst eines an.',
  },
  create: { en: 'Create repository', de: 'Repository anlegen' },
});
