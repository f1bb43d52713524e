/** German for choosing users, groups and repositories. */
export const german = {
  nothingFits: 'Nichts passt',
  looking: 'Wird gesucht…',
  visitors: 'alle, die sich nicht anmelden',
  local: 'lokal',
  remote: 'entfernt',
  virtual: 'virtuell',
  takeOut: '{name} herausnehmen',
  addGroup: 'Gruppe hinzufügen',
  noGroups: 'Noch in keiner Gruppe.',
};
