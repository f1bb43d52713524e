import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of the menu of administration. */
export const { t } = catalogue({
  administration: { en: 'Administration', de: 'Verwaltung' },
  find: { en: 'Find a setting', de: 'Einstellung suchen' },
  general: { en: 'General', de: 'Allgemein' },
  nothingFits: { en: 'Nothing fits the search', de: 'Nichts passt zur Suche' },
  clear: { en: 'Clear search', de: 'Suche leeren' },
  serviceAbsent: { en: 'The service {service} does not run here', de: 'Der Dienst {service} läuft hier nicht' },
});
