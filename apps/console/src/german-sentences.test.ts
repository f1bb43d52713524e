import { problemWords } from '@packhouse/contract/problem-words.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { everythingSaid } from '../../../tools/sentences/said.ts';
import { readTexts } from '../../../tools/sentences/sources.ts';
import { schemas } from './german/schemas.ts';
import { translator } from './german/translator.ts';
import { germanSentences, inGerman } from './german-sentences.ts';

/** What people read in the console comes from these; the package formats answer the clients of their registries, in those clients' words. */
const said = everythingSaid(readTexts(['packages/contract/src', 'packages/kernel/src', 'services/*/src']));

const named = /\{([a-z]+)\}/gi;

/** The sentences that German knows, their values without names as the sources tell them. */
const known = new Map(Object.entries(germanSentences).map(([english, german]) => [english.replace(named, '{}'), { english, german }]));

/** What a sentence and its German come to when its values are these. */
function filled({ english, german }: { english: string; german: string }) {
  const names = [...english.matchAll(named)].map(([, name]) => name);
  const fill = (text: string) => text.replace(named, (_, name: string) => `<i>$${names.indexOf(name)}</i>`);
  return { english: fill(english), german: fill(german) };
}

it('UX-005 German has every sentence of the contract, the kernel and the services', () => {
  const numbered = translator(schemas);
  const missing = said.filter(({ sentence }) => !known.has(sentence) && (sentence.includes('{}') || numbered(sentence) === undefined));
  expect(said.length).toBeGreaterThan(600);
  expect(missing.map(({ sentence, files }) => `${[...files][0]}: ${sentence}`)).toEqual([]);
});

it('UX-005 German takes over values as they are, each in its place, and mistakes no sentence for another', () => {
  const wrong = said.flatMap(({ sentence }) => {
    const entry = known.get(sentence);
    if (!entry) return [];
    const { english, german } = filled(entry);
    return inGerman(english) === german ? [] : [`${english}: ${inGerman(english)}`];
  });
  expect(wrong).toEqual([]);
});

it('puts a sentence within a sentence into German as well, and leaves what it does not know', () => {
  expect(inGerman('Failed to parse query: it is empty')).toBe('Die Abfrage ist nicht zu verstehen: Sie ist leer');
  expect(inGerman('berlin: There is no role a: b')).toBe('berlin: Es gibt keine Rolle a: b');
  expect(inGerman('There is no role Some fields are not valid')).toBe('Es gibt keine Rolle Some fields are not valid');
  expect(inGerman('Nobody says this')).toBe('Nobody says this');
});

it('speaks of a value that a schema says nothing of its own about without terms of the library, in both languages', () => {
  const schemas = [
    z.string().max(5),
    z.string().min(3),
    z.string().min(1),
    z.number().min(2),
    z.number().max(9),
    z.int(),
    z.array(z.string()).min(1),
    z.email(),
  ];
  const values = ['', 'x', 'too long', 1, 10, 1.5, null, undefined, [], {}];
  const said = [...schemas, z.enum(['a', 'b']), z.strictObject({})].flatMap((schema) =>
    [...values, { more: 1 }].flatMap((value) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []),
  );
  expect(said.length).toBeGreaterThan(20);
  for (const message of said) {
    expect(message).not.toMatch(/\b(?:Invalid|expected|received|string|undefined|null)\b/);
    expect(inGerman(message), message).not.toBe(message);
  }
  expect(problemWords({ code: 'something new' })).toBe('This does not fit here');
});
