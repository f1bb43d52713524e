import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Trust the key that signs the repository; its file must keep its name (as root)': {
      de: 'Dem Schlüssel vertrauen, der das Repository signiert; seine Datei muss ihren Namen behalten (als root)',
    },
    'Install a package (as root)': { de: 'Ein Paket installieren (als root)' },
    'Upload a package into a branch, repository and architecture': { de: 'Ein Paket in Zweig, Repository und Architektur hochladen' },
    'Add the repository (as root)': { de: 'Das Repository hinzufügen (als root)' },
  },
  facts: {
    Architecture: { de: 'Architektur' },
    Origin: { de: 'Herkunft' },
  },
};
