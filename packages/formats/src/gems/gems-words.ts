import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Push a gem': { de: 'Ein Gem ablegen' },
    'Install with bundler': { de: 'Mit bundler installieren' },
    'Install a gem': { de: 'Ein Gem installieren' },
    'Give gem and bundler the token': { de: 'gem und bundler das Token geben' },
  },
  facts: {
    Platform: { de: 'Plattform' },
    'Ruby version': { de: 'Ruby-Version' },
  },
};
