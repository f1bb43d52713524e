import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Upload with uv': { de: 'Mit uv hochladen' },
    'Upload with twine': { de: 'Mit twine hochladen' },
    'Point pip and uv at this repository': { de: 'pip und uv auf dieses Repository richten' },
    'Install with uv': { de: 'Mit uv installieren' },
    'Install with pip': { de: 'Mit pip installieren' },
  },
  facts: {
    'Requires Python': { de: 'Verlangt Python' },
  },
};
