import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Upload a chart': { de: 'Ein Chart hochladen' },
    'Install a chart': { de: 'Ein Chart installieren' },
    'Add the repository': { de: 'Das Repository hinzufügen' },
  },
  facts: {
    'App version': { de: 'App-Version' },
    Type: { de: 'Art' },
  },
};
