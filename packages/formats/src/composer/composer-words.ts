import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Add the repository': { de: 'Das Repository hinzufügen' },
    'Add the repository, and ask no other': { de: 'Das Repository hinzufügen und kein anderes fragen' },
    'Give Composer the token': { de: 'Composer das Token geben' },
    'Make an archive of the package in this folder, and upload it': { de: 'Aus dem Paket in diesem Ordner ein Archiv machen und hochladen' },
    'Install a package': { de: 'Ein Paket installieren' },
  },
  facts: {
    Type: { de: 'Art' },
    'PHP version': { de: 'PHP-Version' },
  },
};
