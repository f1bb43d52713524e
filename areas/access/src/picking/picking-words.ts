import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of choosing users, groups and repositories. */
export const { t } = catalogue({
  nothingFits: { en: 'Nothing fits', de: 'Nichts passt' },
  looking: { en: 'Looking…', de: 'Wird gesucht…' },
  visitors: { en: 'everybody who does not sign in', de: 'alle, die sich nicht anmelden' },
  local: { en: 'local', de: 'lokal' },
  remote: { en: 'remote', de: 'entfernt' },
  virtual: { en: 'virtual', de: 'virtuell' },
  takeOut: { en: 'Take {name} out', de: '{name} herausnehmen' },
  addGroup: { en: 'Add a group', de: 'Gruppe hinzufügen' },
  noGroups: { en: 'In no group yet.', de: 'Noch in keiner Gruppe.' },
});
