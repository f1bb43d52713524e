import type { Said } from '@packhouse/contract/sentences.ts';

/** The kit's own words, every language beside the others. */
const spoken = {
  close: { en: 'Close', de: 'Schließen' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  copy: { en: 'Copy', de: 'Kopieren' },
  copied: { en: 'Copied', de: 'Kopiert' },
  copiedToClipboard: { en: 'Copied to clipboard', de: 'In die Zwischenablage kopiert' },
  copyFailed: { en: 'The browser did not allow copying', de: 'Der Browser hat das Kopieren nicht erlaubt' },
  notifications: { en: 'Notifications', de: 'Meldungen' },
  kinds: {
    en: { good: 'Done', info: 'Note', warning: 'Warning', bad: 'Failed' },
    de: { good: 'Erledigt', info: 'Hinweis', warning: 'Warnung', bad: 'Fehlgeschlagen' },
  },
  severities: {
    en: { Critical: 'Critical', High: 'High', Medium: 'Medium', Low: 'Low', Information: 'Information', Unknown: 'Unknown' },
    de: { Critical: 'Kritisch', High: 'Hoch', Medium: 'Mittel', Low: 'Niedrig', Information: 'Hinweis', Unknown: 'Unbekannt' },
  },
  retry: { en: 'Try again', de: 'Noch einmal versuchen' },
  requestId: { en: 'Request id', de: 'Anfrage-ID' },
  failedTitle: { en: 'This could not be loaded', de: 'Das konnte nicht geladen werden' },
  failedKept: { en: 'Nothing was changed.', de: 'Es wurde nichts verändert.' },
  refusedTitle: { en: 'You may not see this', de: 'Das dürfen Sie nicht sehen' },
  refusedHelp: { en: 'An administrator can grant access.', de: 'Administratoren können den Zugriff gewähren.' },
  offlineTitle: { en: 'The server cannot be reached', de: 'Der Server ist nicht erreichbar' },
  offlineHelp: { en: 'Check the connection; the console tries again by itself.', de: 'Prüfen Sie die Verbindung; die Konsole versucht es selbst weiter.' },
  offlineAge: { en: (age: string) => `What is shown was loaded ${age}.`, de: (age: string) => `Was Sie sehen, wurde ${age} geladen.` },
  required: { en: 'required', de: 'nötig' },
  optional: { en: 'optional', de: 'freiwillig' },
  showPassword: { en: 'Show password', de: 'Passwort zeigen' },
  hidePassword: { en: 'Hide password', de: 'Passwort verbergen' },
  typeToConfirm: { en: (name: string) => `Type ${name} to confirm`, de: (name: string) => `Zur Bestätigung ${name} eingeben` },
  delete: { en: 'Delete', de: 'Löschen' },
  columns: { en: 'Columns', de: 'Spalten' },
  density: { en: 'Row height', de: 'Zeilenhöhe' },
  compact: { en: 'Compact', de: 'Kompakt' },
  comfortable: { en: 'Comfortable', de: 'Großzügig' },
  loadMore: { en: 'Load more', de: 'Mehr laden' },
  loading: { en: 'Loading', de: 'Wird geladen' },
  selected: { en: (count: number) => `${count} selected`, de: (count: number) => `${count} gewählt` },
  selectAll: { en: 'Select all rows', de: 'Alle Zeilen wählen' },
  selectRow: { en: (name: string) => `Select ${name}`, de: (name: string) => `${name} wählen` },
  clearSelection: { en: 'Clear selection', de: 'Auswahl aufheben' },
  sortBy: { en: (column: string) => `Sort by ${column}`, de: (column: string) => `Nach ${column} ordnen` },
  actions: { en: 'Actions', de: 'Aktionen' },
  shown: {
    en: (shown: number, total: number | undefined) => (total === undefined || total === shown ? `${shown} shown` : `${shown} of ${total} shown`),
    de: (shown: number, total: number | undefined) => (total === undefined || total === shown ? `${shown} gezeigt` : `${shown} von ${total} gezeigt`),
  },
  removeFilter: { en: (filter: string) => `Remove filter ${filter}`, de: (filter: string) => `Filter ${filter} entfernen` },
  expand: { en: 'Expand', de: 'Aufklappen' },
  collapse: { en: 'Collapse', de: 'Zuklappen' },
  summaryTitle: {
    en: (count: number) => (count === 1 ? 'One field needs attention' : `${count} fields need attention`),
    de: (count: number) => (count === 1 ? 'Ein Feld braucht Aufmerksamkeit' : `${count} Felder brauchen Aufmerksamkeit`),
  },
  leaveTitle: { en: 'Leave without saving?', de: 'Ohne Speichern verlassen?' },
  leaveText: { en: 'The changes made here are lost.', de: 'Die Änderungen hier gehen verloren.' },
  leave: { en: 'Leave', de: 'Verlassen' },
  stay: { en: 'Stay', de: 'Bleiben' },
  save: { en: 'Save', de: 'Speichern' },
  breadcrumb: { en: 'Breadcrumb', de: 'Pfad' },
  facts: { en: 'Facts', de: 'Angaben' },
  noValue: { en: 'None', de: 'Keine' },
  filterRows: { en: 'Filter', de: 'Filtern' },
  copyAsCurl: { en: 'Copy as curl', de: 'Als curl kopieren' },
  curlText: {
    en: 'What this page asks the server, for a terminal. Put an access token into TOKEN first.',
    de: 'Was diese Seite den Server fragt, für ein Terminal. Legen Sie vorher ein Zugriffstoken in TOKEN.',
  },
  nothingFits: { en: 'Nothing fits', de: 'Nichts passt' },
  looking: { en: 'Looking…', de: 'Wird gesucht…' },
  why: { en: 'Why?', de: 'Warum?' },
  curlNothing: { en: 'This page asks the server nothing.', de: 'Diese Seite fragt den Server nichts.' },
};

type Language = keyof typeof spoken.close;
type Spoken = { readonly [Key in keyof typeof spoken]: (typeof spoken)[Key]['en'] };

/** The kit says this. The console chooses the language; English stands until then. */
export interface Words extends Spoken {
  /** Says what the schemas and the server say about input, in the reader's language. */
  readonly said: (said: Said) => string;
  /** Resolves when `said` has all the words of its language. */
  readonly ready: () => Promise<void>;
}

/** The application brings this along besides the kit's own words. */
type Brought = Pick<Words, 'said' | 'ready'>;

const inEnglish: Brought = { said: ({ message }) => message, ready: () => Promise.resolve() };

function wordsIn(language: Language, brought: Partial<Brought> = {}): Words {
  const own = Object.fromEntries(Object.entries(spoken).map(([key, text]) => [key, text[language]])) as unknown as Spoken;
  return { ...own, ...inEnglish, ...brought };
}

let current = wordsIn('en');

/** The kit's words in the language chosen last. */
export function words(): Words {
  return current;
}

/** Gives the kit another language; what is on screen follows at its next rendering. */
export function setWords({ language = 'en', ...brought }: { language?: Language } & Partial<Brought>): void {
  current = wordsIn(language, brought);
}
