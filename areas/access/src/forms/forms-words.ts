import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words that all forms of the area share. */
export const { t } = catalogue(
  {
    stale: 'Somebody else changed this in the meantime. Saving overwrites it.',
    take: 'Show the newest',
    ownTitle: 'Give up the administration of the platform?',
    ownText:
      'You are an administrator through this alone. You can then reach only what permissions give you, and cannot give yourself this back: another administrator has to.',
    ownAction: 'Give up administration',
  },
  { de: async () => (await import('./forms-words-de.ts')).german },
);
