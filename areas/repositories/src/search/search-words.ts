import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the search results. */
export const { t } = catalogue({
  artifacts: { en: 'Artifacts', de: 'Artefakte' },
  results: { en: 'Artifacts found', de: 'Gefundene Artefakte' },
  resultsFor: { en: 'Artifacts: {text}', de: 'Artefakte: {text}' },
  name: { en: 'Name', de: 'Name' },
  found: { en: 'Found inside', de: 'Gefunden darin' },
  repository: { en: 'Repository', de: 'Repository' },
  path: { en: 'Path', de: 'Pfad' },
  size: { en: 'Size', de: 'Größe' },
  modified: { en: 'Modified', de: 'Geändert' },
  searchBy: { en: 'Search by', de: 'Suchen nach' },
  quick: { en: 'Name', de: 'Name' },
  property: { en: 'Property', de: 'Eigenschaft' },
  checksum: { en: 'Checksum', de: 'Prüfsumme' },
  class: { en: 'Class in archives', de: 'Klasse in Archiven' },
  entry: { en: 'Entry of archives', de: 'Inhalt von Archiven' },
  nothing: { en: 'No artifacts yet', de: 'Noch keine Artefakte' },
  noneFits: { en: 'Nothing fits {text}', de: 'Nichts passt zu {text}' },
  clearFilters: { en: 'Clear filters', de: 'Filter aufheben' },
  quickHelp: {
    en: 'A name is found by any part of it; * and ? stand for other letters. Narrow it with repo:, path:, pkg:, after: and before:.',
    de: 'Ein Name wird an jedem seiner Teile gefunden; * und ? stehen für andere Zeichen. Mit repo:, path:, pkg:, after: und before: suchen Sie enger.',
  },
  propertyHelp: {
    en: 'Write a key, or key=value; * stands for other letters.',
    de: 'Schreiben Sie einen Schlüssel oder Schlüssel=Wert; * steht für andere Zeichen.',
  },
  checksumHelp: { en: 'Write a whole SHA-256, SHA-1 or MD5.', de: 'Schreiben Sie eine ganze SHA-256, SHA-1 oder MD5.' },
  classHelp: {
    en: 'Write the name of a class, with or without its package. Archives are read shortly after they arrive.',
    de: 'Schreiben Sie den Namen einer Klasse, mit oder ohne ihr Paket. Archive werden kurz nach ihrer Ankunft gelesen.',
  },
  entryHelp: {
    en: 'Write the name or path of a file inside an archive. Archives are read shortly after they arrive.',
    de: 'Schreiben Sie Namen oder Pfad einer Datei in einem Archiv. Archive werden kurz nach ihrer Ankunft gelesen.',
  },
});
