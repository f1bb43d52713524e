import { catalogue } from '../words/i18n.ts';

/** Searches say this of what they could not use. */
export const { t } = catalogue({
  unused: { en: 'Cannot be used in this search:', de: 'In dieser Suche nicht verwendbar:' },
  noScans: { en: 'Nothing here scans packages, so that nothing is known to fit.', de: 'Hier prüft nichts die Pakete; daher ist nichts bekannt, das passt.' },
  loose: { en: 'No filter, so looked for as part of the name:', de: 'Kein Filter, daher als Teil des Namens gesucht:' },
  removeAll: { en: 'Remove', de: 'Entfernen' },
});
