import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the second mock. */
export const { t } = catalogue({
  title: { en: 'Second micro-frontend', de: 'Zweites Micro-Frontend' },
  text: { en: 'It sees the same session as the shell and every other part.', de: 'Es sieht dieselbe Sitzung wie die Schale und jeder andere Teil.' },
  facts: { en: 'What it sees', de: 'Was es sieht' },
  user: { en: 'User', de: 'Benutzer' },
  server: { en: 'Server', de: 'Server' },
  services: { en: 'Services', de: 'Dienste' },
});
