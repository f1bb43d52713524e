import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of the menu of administration. */
export const { t } = catalogue(
  {
    administration: 'Administration',
    find: 'Find a setting',
    general: 'General',
    nothingFits: 'Nothing fits the search',
    clear: 'Clear search',
    serviceAbsent: 'The service {service} does not run here',
  },
  { de: async () => (await import('./administration-words-de.ts')).german },
);
