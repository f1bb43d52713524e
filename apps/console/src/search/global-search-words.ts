import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of the search in the top bar. */
export const { t } = catalogue({
  packages: { en: 'Packages', de: 'Pakete' },
  artifacts: { en: 'Artifacts', de: 'Artefakte' },
  builds: { en: 'Builds', de: 'Builds' },
  releaseBundles: { en: 'Release bundles', de: 'Release-Bundles' },
  security: { en: 'Security', de: 'Sicherheit' },
  archive: { en: 'Archive', de: 'Archiv' },
  pipelines: { en: 'Pipelines', de: 'Pipelines' },
  repositories: { en: 'Repositories', de: 'Repositorys' },
  searchIn: { en: 'Search in', de: 'Suchen in' },
  searchFor: { en: 'Search {scope}', de: '{scope} durchsuchen' },
  hint: { en: 'Search: a name, or repo:libs after:2026-01-31', de: 'Suchen: ein Name, oder repo:libs after:2026-01-31' },
  clear: { en: 'Clear the search', de: 'Suche leeren' },
  recent: { en: 'Recent searches', de: 'Letzte Suchen' },
  forget: { en: 'Forget recent searches', de: 'Letzte Suchen vergessen' },
  allOf: { en: 'All results for {text} in {scope}', de: 'Alle Treffer für {text} in {scope}' },
  notInProject: {
    en: 'Cannot search within a project; choose all projects first',
    de: 'Sucht nicht innerhalb eines Projekts; wählen Sie zuerst alle Projekte',
  },
  searching: { en: 'Searching', de: 'Sucht' },
  packageType: { en: 'Package type', de: 'Pakettyp' },
  all: { en: 'All package types', de: 'Alle Pakettypen' },
  searchBy: { en: 'Search by', de: 'Suchen nach' },
  quick: { en: 'Name', de: 'Name' },
  property: { en: 'Property', de: 'Eigenschaft' },
  checksum: { en: 'Checksum', de: 'Prüfsumme' },
  class: { en: 'Class in archives', de: 'Klasse in Archiven' },
  entry: { en: 'Entry of archives', de: 'Inhalt von Archiven' },
  failed: { en: 'Suggestions are not available right now', de: 'Vorschläge sind gerade nicht verfügbar' },
});
