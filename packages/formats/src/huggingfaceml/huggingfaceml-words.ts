import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Have the clients of Hugging Face ask this repository': { de: 'Die Clients von Hugging Face dieses Repository fragen lassen' },
    'Upload the model in this folder': { de: 'Das Modell in diesem Ordner hochladen' },
    'Download a model': { de: 'Ein Modell herunterladen' },
  },
  facts: {
    Task: { de: 'Aufgabe' },
    Library: { de: 'Bibliothek' },
    Languages: { de: 'Sprachen' },
    Change: { de: 'Änderung' },
  },
};
