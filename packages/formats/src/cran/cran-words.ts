import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Have R ask this repository, before others': { de: 'R zuerst dieses Repository fragen lassen' },
    'Have R ask this repository, and no other': { de: 'R dieses Repository und kein anderes fragen lassen' },
    'Build the package in this folder, and upload it': { de: 'Das Paket in diesem Ordner bauen und hochladen' },
    'Install a package': { de: 'Ein Paket installieren' },
  },
  facts: {
    'R version': { de: 'R-Version' },
    'Needs compilation': { de: 'Muss übersetzt werden' },
    'System requirements': { de: 'Anforderungen an das System' },
    System: { de: 'System' },
  },
};
