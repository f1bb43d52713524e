import { describe, expect, it } from 'vitest';
import { checkPlurals } from './plurals.ts';

const check = (text: string) => checkPlurals('areas/access/src/a-words.ts', `export const words = {\n  one: ${text},\n};`);

describe('UX-005 texts that count have a form for one', () => {
  it.each([
    "{ en: '{count} violations stand against it', de: 'ok' }",
    "{ en: '{done} of {total} files are read', de: 'ok' }",
    "{ en: 'It is {months} months old', de: 'ok' }",
    "{ en: '{count} new vulnerabilities', de: 'ok' }",
    "{ en: 'ok', de: '{count} Verstöße stehen entgegen' }",
    "{ en: 'ok', de: 'Seit {days} Tagen bekannt' }",
    "{ en: 'ok', de: '{done} von {total} Dateien' }",
    "{ en: 'ok', de: '{count} neue Schwachstellen' }",
  ])('finds the one in %s', (text) => expect(check(text)).toMatchObject([{ line: 2 }]));

  it.each([
    "{ en: '{count} {count|violation stands|violations stand} against it', de: '{count} {count|Verstoß steht|Verstöße stehen} entgegen' }",
    "{ en: { one: '{count} file', other: '{count} files' }, de: { one: '{count} Datei', other: '{count} Dateien' } }",
    "{ en: 'It holds more than {count} components', de: 'Es enthält mehr als {count} Komponenten' }",
    "{ en: 'The last {days} days', de: 'Die letzten {days} Tage' }",
    "{ en: '{name} was saved, {user} administers it', de: '{name} wurde gespeichert' }",
    "{ en: 'copying it completed successfully, {count} artifacts', de: 'kopiert' }",
  ])('accepts %s', (text) => expect(check(text)).toEqual([]));
});
