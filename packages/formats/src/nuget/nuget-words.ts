import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Push a package': { de: 'Ein Paket ablegen' },
    'Push a package without dotnet': { de: 'Ein Paket ohne dotnet ablegen' },
    'Name the source; the token comes from the environment': { de: 'Die Quelle nennen; das Token kommt aus der Umgebung' },
    'Download a package without dotnet': { de: 'Ein Paket ohne dotnet herunterladen' },
    'Add a package to a project': { de: 'Ein Paket zu einem Projekt hinzufügen' },
  },
  facts: {
    Frameworks: { de: 'Frameworks' },
    'Package id': { de: 'Paketkennung' },
  },
};
