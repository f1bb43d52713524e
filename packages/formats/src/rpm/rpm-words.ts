import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Trust the key that signs the repository, and add the repository (as root)': {
      de: 'Dem Schlüssel vertrauen, der das Repository signiert, und das Repository hinzufügen (als root)',
    },
    'Install a package (as root)': { de: 'Ein Paket installieren (als root)' },
    'Upload a package': { de: 'Ein Paket hochladen' },
  },
  facts: {
    Architecture: { de: 'Architektur' },
    Group: { de: 'Gruppe' },
    Source: { de: 'Quelle' },
  },
};
