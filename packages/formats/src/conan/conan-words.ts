import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Add the repository': { de: 'Das Repository hinzufügen' },
    'Add the repository, and ask no other': { de: 'Das Repository hinzufügen und kein anderes fragen' },
    'Sign in': { de: 'Anmelden' },
    'Describe this machine once': { de: 'Diesen Rechner einmal beschreiben' },
    'Make a package of the recipe in this folder, and upload it': { de: 'Aus dem Rezept in diesem Ordner ein Paket machen und hochladen' },
    'Install a package': { de: 'Ein Paket installieren' },
  },
  facts: {
    'Package type': { de: 'Paketart' },
    Settings: { de: 'Einstellungen' },
    Options: { de: 'Optionen' },
    Recipe: { de: 'Rezept' },
  },
};
