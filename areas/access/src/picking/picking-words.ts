import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of choosing users, groups and repositories. */
export const { t } = catalogue({
  takeOut: { en: 'Take {name} out', de: '{name} herausnehmen' },
  addGroup: { en: 'Add a group', de: 'Gruppe hinzufügen' },
  noGroups: { en: 'In no group yet.', de: 'Noch in keiner Gruppe.' },
});
