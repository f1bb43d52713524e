import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Trust the key that signs the repository, and add the repository (as root)': {
      de: 'Dem Schlüssel vertrauen, der das Repository signiert, und das Repository hinzufügen (als root)',
    },
    'Install a package (as root)': { de: 'Ein Paket installieren (als root)' },
    'Upload a package into a suite and component': { de: 'Ein Paket in eine Suite und Komponente hochladen' },
    'Keep the token where only apt reads it (as root)': { de: 'Das Token ablegen, wo nur apt es liest (als root)' },
  },
  facts: {
    Architecture: { de: 'Architektur' },
    Priority: { de: 'Priorität' },
    Section: { de: 'Bereich' },
    Source: { de: 'Quelle' },
  },
};
