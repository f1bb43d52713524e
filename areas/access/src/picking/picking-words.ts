import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of choosing users, groups and repositories. */
export const { t } = catalogue(
  {
    nothingFits: 'Nothing fits',
    looking: 'Looking…',
    visitors: 'everybody who does not sign in',
    local: 'local',
    remote: 'remote',
    virtual: 'virtual',
    takeOut: 'Take {name} out',
    addGroup: 'Add a group',
    noGroups: 'In no group yet.',
  },
  { de: async () => (await import('./picking-words-de.ts')).german },
);
