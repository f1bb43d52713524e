import { catalogue } from '@packhouse/console-kit/console-kit.ts';

export const { t } = catalogue({
  archive: { en: 'Archive', de: 'Archiv' },
  found: { en: 'Archive: {text}', de: 'Archiv: {text}' },
  about: {
    en: 'What retention policies have put away. Clients do not see it; it stays until it is brought back or deleted.',
    de: 'Was Aufbewahrungsrichtlinien weggelegt haben. Clients sehen es nicht; es bleibt, bis es zurückgeholt oder gelöscht wird.',
  },
  inArchive: { en: 'In the archive', de: 'Im Archiv' },
  sum: {
    en: { one: '{count} file, {size}, of {repositories}', other: '{count} files, {size}, of {repositories}' },
    de: { one: '{count} Datei, {size}, aus {repositories}', other: '{count} Dateien, {size}, aus {repositories}' },
  },
  ofRepositories: { en: { one: '{count} repository', other: '{count} repositories' }, de: { one: '{count} Repository', other: '{count} Repositorys' } },
  files: { en: { one: '{count} file', other: '{count} files' }, de: { one: '{count} Datei', other: '{count} Dateien' } },
  more: {
    en: { one: 'and {count} more repository', other: 'and {count} more repositories' },
    de: { one: 'und {count} weiteres Repository', other: 'und {count} weitere Repositorys' },
  },
  file: { en: 'File', de: 'Datei' },
  repository: { en: 'Repository', de: 'Repository' },
  version: { en: 'Version', de: 'Version' },
  size: { en: 'Size', de: 'Größe' },
  archived: { en: 'Archived', de: 'Archiviert' },
  archivedBy: { en: 'Archived by', de: 'Archiviert durch' },
  gone: { en: 'The repository is gone', de: 'Das Repository gibt es nicht mehr' },
  search: { en: 'Search for names', de: 'Nach Namen suchen' },
  restore: { en: 'Restore', de: 'Zurückholen' },
  restored: {
    en: { one: '{count} file restored', other: '{count} files restored' },
    de: { one: '{count} Datei zurückgeholt', other: '{count} Dateien zurückgeholt' },
  },
  show: { en: 'Show', de: 'Zeigen' },
  deleteForGood: { en: 'Delete for good', de: 'Endgültig löschen' },
  deleteTitle: {
    en: { one: 'Delete {count} file for good?', other: 'Delete {count} files for good?' },
    de: { one: '{count} Datei endgültig löschen?', other: '{count} Dateien endgültig löschen?' },
  },
  deleteText: { en: 'Nobody can bring it back then.', de: 'Danach lässt sich nichts mehr zurückholen.' },
  deleted: { en: { one: '{count} file deleted', other: '{count} files deleted' }, de: { one: '{count} Datei gelöscht', other: '{count} Dateien gelöscht' } },
  none: { en: 'The archive is empty', de: 'Das Archiv ist leer' },
  noneHelp: {
    en: 'A retention policy that archives puts what goes here.',
    de: 'Eine Aufbewahrungsrichtlinie, die archiviert, legt hier ab, was geht.',
  },
  policies: { en: 'Retention policies', de: 'Aufbewahrungsrichtlinien' },
  noneFits: { en: 'Nothing fits {text}', de: 'Nichts passt zu {text}' },
  noneFitsHelp: {
    en: 'A name is found by any part of it; narrow it with repo:, path:, pkg:, after: and before:.',
    de: 'Ein Name wird an jedem seiner Teile gefunden; mit repo:, path:, pkg:, after: und before: suchen Sie enger.',
  },
  clear: { en: 'Clear filters', de: 'Filter aufheben' },
});
