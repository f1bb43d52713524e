import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Publish a crate': { de: 'Ein Crate veröffentlichen' },
    'Name the registry': { de: 'Die Registry nennen' },
    'Give cargo the token': { de: 'cargo das Token geben' },
    'Add a crate to yours': { de: 'Ein Crate zum eigenen hinzufügen' },
  },
  facts: {
    'Rust version': { de: 'Rust-Version' },
  },
};
