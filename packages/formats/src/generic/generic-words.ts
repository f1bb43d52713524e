import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Upload a file': { de: 'Eine Datei hochladen' },
    'Download a file': { de: 'Eine Datei herunterladen' },
  },
};
