import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Fetch an artifact': { de: 'Ein Artefakt holen' },
    'Deploy the project in this folder': { de: 'Das Projekt in diesem Ordner ablegen' },
  },
  facts: {
    Packaging: { de: 'Paketart' },
    Parent: { de: 'Übergeordnetes Projekt' },
  },
};
