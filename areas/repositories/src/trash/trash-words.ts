import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the trash can. */
export const { t } = catalogue({
  trash: { en: 'Trash can', de: 'Papierkorb' },
  about: {
    en: 'Deleted files stay here until they are restored or deleted for good. They still take up space.',
    de: 'Gelöschte Dateien bleiben hier, bis sie wiederhergestellt oder endgültig gelöscht werden. Sie belegen weiterhin Platz.',
  },
  search: { en: 'Search paths', de: 'Pfade durchsuchen' },
  repository: { en: 'Repository', de: 'Repository' },
  allRepositories: { en: 'All repositories', de: 'Alle Repositorys' },
  fromRepository: { en: 'Only {key}', de: 'Nur {key}' },
  file: { en: 'File', de: 'Datei' },
  size: { en: 'Size', de: 'Größe' },
  deleted: { en: 'Deleted', de: 'Gelöscht' },
  deletedBy: { en: 'Deleted by', de: 'Gelöscht von' },
  checksum: { en: 'SHA-256', de: 'SHA-256' },
  restore: { en: 'Restore', de: 'Wiederherstellen' },
  deleteForGood: { en: 'Delete for good', de: 'Endgültig löschen' },
  emptyTrash: { en: 'Empty trash can', de: 'Papierkorb leeren' },
  emptyOne: { en: 'Delete all of {key} for good', de: 'Alles von {key} endgültig löschen' },
  restored: {
    en: { one: '{count} file is back where it was', other: '{count} files are back where they were' },
    de: { one: '{count} Datei ist wieder an ihrem Platz', other: '{count} Dateien sind wieder an ihrem Platz' },
  },
  notRestored: { en: '{path} could not be restored: {reason}', de: '{path} konnte nicht wiederhergestellt werden: {reason}' },
  gone: {
    en: { one: '{count} file was deleted for good', other: '{count} files were deleted for good' },
    de: { one: '{count} Datei wurde endgültig gelöscht', other: '{count} Dateien wurden endgültig gelöscht' },
  },
  deleteTitle: {
    en: { one: 'Delete {count} file for good?', other: 'Delete {count} files for good?' },
    de: { one: '{count} Datei endgültig löschen?', other: '{count} Dateien endgültig löschen?' },
  },
  deleteText: {
    en: 'They cannot be restored afterwards. Their space is freed by the garbage collection within two days.',
    de: 'Danach lassen sie sich nicht wiederherstellen. Ihren Platz gibt die Speicherbereinigung binnen zwei Tagen frei.',
  },
  emptyTitle: { en: 'Empty the trash can?', de: 'Papierkorb leeren?' },
  emptyOneTitle: { en: 'Delete everything of {key} in the trash can for good?', de: 'Alles von {key} im Papierkorb endgültig löschen?' },
  emptyText: {
    en: { one: '{count} file ({bytes}) cannot be restored afterwards.', other: '{count} files ({bytes}) cannot be restored afterwards.' },
    de: {
      one: '{count} Datei ({bytes}) lässt sich danach nicht wiederherstellen.',
      other: '{count} Dateien ({bytes}) lassen sich danach nicht wiederherstellen.',
    },
  },
  nothing: { en: 'The trash can is empty', de: 'Der Papierkorb ist leer' },
  nothingHelp: { en: 'What is deleted from local repositories comes here first.', de: 'Was aus lokalen Repositorys gelöscht wird, kommt zuerst hierher.' },
  nothingFits: { en: 'No deleted file fits', de: 'Keine gelöschte Datei passt' },
  nothingFitsHelp: {
    en: 'Try another part of the path, or look in all repositories.',
    de: 'Versuchen Sie einen anderen Teil des Pfads, oder suchen Sie in allen Repositorys.',
  },
  clear: { en: 'Clear filters', de: 'Filter löschen' },
  filesOf: { en: { one: '{count} file, {bytes}', other: '{count} files, {bytes}' }, de: { one: '{count} Datei, {bytes}', other: '{count} Dateien, {bytes}' } },
  moreRepositories: {
    en: { one: 'and of {count} more repository', other: 'and of {count} more repositories' },
    de: { one: 'und aus {count} weiteren Repository', other: 'und aus {count} weiteren Repositorys' },
  },
  keptDays: {
    en: {
      one: 'Deleted files stay for {count} day, then they are deleted for good.',
      other: 'Deleted files stay for {count} days, then they are deleted for good.',
    },
    de: {
      one: 'Gelöschte Dateien bleiben {count} Tag, danach werden sie endgültig gelöscht.',
      other: 'Gelöschte Dateien bleiben {count} Tage, danach werden sie endgültig gelöscht.',
    },
  },
  keptForever: { en: 'Deleted files stay until somebody deletes them for good.', de: 'Gelöschte Dateien bleiben, bis jemand sie endgültig löscht.' },
  lastExpired: {
    en: { one: 'Last time {count} file went ({bytes}),', other: 'Last time {count} files went ({bytes}),' },
    de: { one: 'Zuletzt ging {count} Datei ({bytes}),', other: 'Zuletzt gingen {count} Dateien ({bytes}),' },
  },
  lastEmptied: {
    en: { one: 'Last emptied: {count} file ({bytes}),', other: 'Last emptied: {count} files ({bytes}),' },
    de: { one: 'Zuletzt geleert: {count} Datei ({bytes}),', other: 'Zuletzt geleert: {count} Dateien ({bytes}),' },
  },
  emptying: {
    en: 'The trash can is being emptied: {done} of {total} {total|file|files} {done|is|are} gone.',
    de: 'Der Papierkorb wird geleert: {done} von {total} {total|Datei|Dateien} {done|ist|sind} weg.',
  },
  emptyingFailed: { en: 'The trash can could not be emptied: {reason}', de: 'Der Papierkorb konnte nicht geleert werden: {reason}' },
  progress: { en: 'Progress', de: 'Fortschritt' },
  change: { en: 'Change', de: 'Ändern' },
  settingsTitle: { en: 'How long do deleted files stay?', de: 'Wie lange bleiben gelöschte Dateien?' },
  settingsSaved: { en: 'The settings of the trash can are saved', de: 'Die Einstellungen des Papierkorbs sind gespeichert' },
  deleteByItself: { en: 'Delete them for good by itself', de: 'Von selbst endgültig löschen' },
  days: { en: 'After so many days', de: 'Nach so vielen Tagen' },
  daysHint: { en: 'Every night, what was deleted longer ago goes. 1 to 3650.', de: 'Jede Nacht geht, was vor längerer Zeit gelöscht wurde. 1 bis 3650.' },
  daysProblem: { en: 'Enter a whole number from 1 to 3650', de: 'Geben Sie eine ganze Zahl von 1 bis 3650 ein' },
  save: { en: 'Save', de: 'Speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  showInTree: { en: 'Show in the tree', de: 'Im Baum zeigen' },
});
