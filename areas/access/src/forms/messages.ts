import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words that all forms of the area share. */
export const { t } = catalogue(
  {
    stale: 'Somebody else changed this in the meantime. Saving overwrites it.',
    take: 'Show the newest',
  },
  { de: async () => (await import('./messages-de.ts')).german },
);
