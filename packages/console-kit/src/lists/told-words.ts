import { catalogue } from '../words/i18n.ts';

/** The words of the way from something to those who were told of it. */
export const { t } = catalogue({
  told: { en: 'Who was told of this?', de: 'Wer hat davon erfahren?' },
});
