import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Take dependencies from this repository': { de: 'Abhängigkeiten aus diesem Repository beziehen' },
    Publish: { de: 'Veröffentlichen' },
    'Publish from this build (apply the maven-publish plugin)': { de: 'Aus diesem Build veröffentlichen (mit dem Plug-in maven-publish)' },
    'Fetch what the build needs': { de: 'Holen, was der Build braucht' },
  },
};
