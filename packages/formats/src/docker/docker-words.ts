import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Tag the image for this repository': { de: 'Das Image für dieses Repository benennen' },
    'Sign in': { de: 'Anmelden' },
    'Push the image': { de: 'Das Image ablegen' },
    'Pull an image': { de: 'Ein Image beziehen' },
  },
  facts: {
    Created: { de: 'Erstellt' },
    Digest: { de: 'Digest' },
    Platform: { de: 'Plattform' },
    Type: { de: 'Art' },
  },
};
