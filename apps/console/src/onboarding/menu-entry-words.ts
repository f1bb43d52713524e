import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The first steps in the help menu, apart from their other words, which only come when something of them is opened. */
export const { t } = catalogue({
  education: { en: 'Education center', de: 'Lernbereich' },
  walk: { en: 'Walk me through', de: 'Rundgang' },
  personalize: { en: 'Personalize', de: 'Anpassen' },
});
