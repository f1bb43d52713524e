import { catalogue, type Messages } from '@packhouse/console-kit/words/i18n.ts';

/** The words of the search in the top bar. */
const english = {
  packages: 'Packages',
  artifacts: 'Artifacts',
  builds: 'Builds',
  releaseBundles: 'Release bundles',
  security: 'Security',
  archive: 'Archive',
  pipelines: 'Pipelines',
  repositories: 'Repositories',
  searchIn: 'Search in',
  searchFor: 'Search {scope}',
  hint: 'Search: a name, or repo:libs after:2026-01-31',
  clear: 'Clear the search',
  recent: 'Recent searches',
  forget: 'Forget recent searches',
  allOf: 'All results for {text} in {scope}',
  notInProject: 'Cannot search within a project; choose all projects first',
  searching: 'Searching',
  packageType: 'Package type',
  all: 'All package types',
  searchBy: 'Search by',
  quick: 'Name',
  property: 'Property',
  checksum: 'Checksum',
  class: 'Class in archives',
  entry: 'Entry of archives',
  failed: 'Suggestions are not available right now',
} as const satisfies Messages;

export const { t } = catalogue(english, { de: async () => (await import('./search-words-de.ts')).german });
