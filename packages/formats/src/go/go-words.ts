import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Publish a module': { de: 'Ein Modul veröffentlichen' },
    'Use the repository as module proxy; over plain HTTP Go signs in nowhere: visitors must be allowed to read it': {
      de: 'Das Repository als Modul-Proxy verwenden; über unverschlüsseltes HTTP meldet Go sich nirgends an: Besucher müssen es lesen dürfen',
    },
    'Use the repository as module proxy': { de: 'Das Repository als Modul-Proxy verwenden' },
    'Name your own modules, so that the public checksum database is not asked about them': {
      de: 'Eigene Module nennen, damit die öffentliche Prüfsummendatenbank nicht nach ihnen gefragt wird',
    },
    'Add a module to yours': { de: 'Ein Modul zum eigenen hinzufügen' },
  },
  facts: {
    'Go version': { de: 'Go-Version' },
  },
};
