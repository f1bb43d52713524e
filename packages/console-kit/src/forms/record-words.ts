import { catalogue } from '../words/i18n.ts';

/** The words that all forms about one record share. */
export const { t } = catalogue({
  stale: {
    en: 'Somebody else changed this in the meantime. Saving overwrites it.',
    de: 'Inzwischen hat jemand anderes das geändert. Speichern überschreibt es.',
  },
  take: { en: 'Show the newest', de: 'Neuesten Stand zeigen' },
});
