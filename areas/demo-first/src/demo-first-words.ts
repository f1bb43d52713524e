import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the first mock. */
export const { t } = catalogue({
  title: { en: 'First micro-frontend', de: 'Erstes Micro-Frontend' },
  text: {
    en: 'Built on its own, fetched by its own address, mounted beside another one.',
    de: 'Für sich gebaut, unter eigener Adresse geholt, neben einem anderen eingehängt.',
  },
  press: { en: 'Press', de: 'Drücken' },
  pressed: { en: { one: 'Pressed {count} time', other: 'Pressed {count} times' }, de: { one: '{count} Mal gedrückt', other: '{count} Mal gedrückt' } },
});
