import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the second mock. */
export const { t } = catalogue(
  {
    title: 'Second micro-frontend',
    text: 'It sees the same session as the shell and every other part.',
    facts: 'What it sees',
    user: 'User',
    server: 'Server',
    services: 'Services',
  },
  { de: async () => (await import('./demo-second-words-de.ts')).german },
);
