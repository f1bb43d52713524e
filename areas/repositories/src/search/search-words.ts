import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the search results. */
export const { t } = catalogue(
  {
    results: 'Artifacts found',
    resultsFor: 'Artifacts: {text}',
    name: 'Name',
    found: 'Found inside',
    repository: 'Repository',
    path: 'Path',
    size: 'Size',
    modified: 'Modified',
    searchBy: 'Search by',
    quick: 'Name',
    property: 'Property',
    checksum: 'Checksum',
    class: 'Class in archives',
    entry: 'Entry of archives',
    nothing: 'No artifacts yet',
    noneFits: 'Nothing fits {text}',
    clearFilters: 'Clear filters',
    quickHelp: 'A name is found by any part of it; * and ? stand for other letters. Narrow it with repo:, path:, pkg:, after: and before:.',
    propertyHelp: 'Write a key, or key=value; * stands for other letters.',
    checksumHelp: 'Write a whole SHA-256, SHA-1 or MD5.',
    classHelp: 'Write the name of a class, with or without its package. Archives are read shortly after they arrive.',
    entryHelp: 'Write the name or path of a file inside an archive. Archives are read shortly after they arrive.',
  },
  { de: async () => (await import('./search-words-de.ts')).german },
);
