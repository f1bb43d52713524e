import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Publish the package in this folder': { de: 'Das Paket in diesem Ordner veröffentlichen' },
    'Point npm at this repository': { de: 'npm auf dieses Repository richten' },
    'Install a package': { de: 'Ein Paket installieren' },
  },
  facts: {
    'Module type': { de: 'Modulart' },
    Repository: { de: 'Quelltext-Repository' },
  },
};
