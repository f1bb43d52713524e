import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Publish a module': { de: 'Ein Modul veröffentlichen' },
    'Use a module and a provider': { de: 'Ein Modul und einen Provider verwenden' },
    'Publish a provider, one file for each platform': { de: 'Einen Provider veröffentlichen, eine Datei je Plattform' },
    'Name the registry; terraform reads the same file': { de: 'Die Registry nennen; terraform liest dieselbe Datei' },
    'Let the HTTP backend keep your state here, locked while it changes': { de: 'Das HTTP-Backend bewahrt den Zustand hier, gesperrt während er sich ändert' },
    'Give the client the token': { de: 'Dem Client das Token geben' },
  },
  facts: {
    Inputs: { de: 'Eingaben' },
    Outputs: { de: 'Ausgaben' },
    'Required version': { de: 'Verlangte Version' },
  },
};
