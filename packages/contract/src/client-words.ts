import { sentences } from './sentences.ts';

/** A caller says this by itself, where the server said nothing. */
export const clientWords = sentences({
  server_unreachable: { en: 'The server cannot be reached', de: 'Der Server ist nicht erreichbar' },
  answer_not_understood: { en: 'The server gave an answer that cannot be understood', de: 'Die Antwort des Servers ist nicht zu verstehen' },
  server_answered: { en: 'The server answered {status}', de: 'Der Server antwortete mit {status}' },
});
