import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of the list of keys. */
export const { t } = catalogue({
  keysEverywhere: { en: 'Everywhere', de: 'Überall' },
  keysLists: { en: 'Lists', de: 'Listen' },
  keysTrees: { en: 'Trees', de: 'Bäume' },
  keysMenus: { en: 'Menus and dialogs', de: 'Menüs und Dialoge' },
  keySearch: { en: 'Search', de: 'Suchen' },
  keyPalette: { en: 'Command palette', de: 'Befehlspalette' },
  keyHelp: { en: 'This help', de: 'Diese Hilfe' },
  keyRail: { en: 'Collapse or expand the sidebar', de: 'Seitenleiste ein- oder ausklappen' },
  keyMoveRows: { en: 'Move between rows', de: 'Zwischen Zeilen gehen' },
  keyOpenRow: { en: 'Open the row', de: 'Die Zeile öffnen' },
  keySelectRow: { en: 'Select the row', de: 'Die Zeile wählen' },
  keyEditRow: { en: 'Edit the row', de: 'Die Zeile bearbeiten' },
  keyDeleteRow: { en: 'Delete the row', de: 'Die Zeile löschen' },
  keyFirstLast: { en: 'First or last', de: 'Zur ersten oder letzten' },
  keyMoveTree: { en: 'Move between lines', de: 'Zwischen Zeilen gehen' },
  keyOpenFolder: { en: 'Open a folder, or step into it', de: 'Einen Ordner aufklappen oder hineingehen' },
  keyCloseFolder: { en: 'Close a folder, or step out of it', de: 'Einen Ordner zuklappen oder hinausgehen' },
  keyLetters: { en: 'Jump to what begins with these letters', de: 'Zu dem springen, was so beginnt' },
  keyChoose: { en: 'Choose', de: 'Wählen' },
  keyClose: { en: 'Close what is open', de: 'Schließen, was offen ist' },
});
