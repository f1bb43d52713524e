import { catalogue } from '../words/i18n.ts';

/** What stands behind users, groups and repositories that can be chosen. */
export const { t } = catalogue({
  visitors: { en: 'everybody who does not sign in', de: 'alle, die sich nicht anmelden' },
  local: { en: 'local', de: 'lokal' },
  remote: { en: 'remote', de: 'entfernt' },
  virtual: { en: 'virtual', de: 'virtuell' },
});
