import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the first mock. */
export const { t } = catalogue(
  {
    title: 'First micro-frontend',
    text: 'Built on its own, fetched by its own address, mounted beside another one.',
    press: 'Press',
    pressed: { one: 'Pressed {count} time', other: 'Pressed {count} times' },
  },
  { de: async () => (await import('./demo-first-words-de.ts')).german },
);
