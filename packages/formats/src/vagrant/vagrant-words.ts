import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Have vagrant ask this repository for boxes that have no address': { de: 'vagrant dieses Repository nach Boxen fragen lassen, die keine Adresse haben' },
    'Upload a box; its path says box, version and provider': { de: 'Eine Box hochladen; ihr Pfad nennt Box, Version und Provider' },
    'Add a box': { de: 'Eine Box hinzufügen' },
  },
};
