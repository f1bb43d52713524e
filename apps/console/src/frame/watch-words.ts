import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words about changes of what somebody watches. */
export const { t } = catalogue({
  deployed: { en: '{by} deployed {path}, which you watch', de: '{by} hat {path} bereitgestellt, das Sie beobachten' },
  deleted: { en: '{by} deleted {path}, which you watch', de: '{by} hat {path} gelöscht, das Sie beobachten' },
  several: { en: '{count} {count|change|changes} in {place}, which you watch', de: '{count} {count|Änderung|Änderungen} in {place}, das Sie beobachten' },
  show: { en: 'Show', de: 'Zeigen' },
});
