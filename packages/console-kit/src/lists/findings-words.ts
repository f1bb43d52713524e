import { catalogue } from '../words/i18n.ts';

/** Scanning says this of something. */
export const { t } = catalogue({
  notScanned: { en: 'Not Scanned', de: 'Nicht geprüft' },
  skipped: { en: '{count} skipped', de: '{count} übergangen' },
  notJudged: { en: 'Not judged', de: 'Nicht beurteilt' },
  incomplete: { en: 'Incomplete', de: 'Unvollständig' },
});
