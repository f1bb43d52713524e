import { expect, it } from 'vitest';
import { english } from './console-words.ts';
import { german } from './console-words-de.ts';
import { english as frameEnglish } from './navigation/navigation-words.ts';
import { german as frameGerman } from './navigation/navigation-words-de.ts';

it('the shell speaks every language in full', () => {
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
});

it('the frame speaks every language in full', () => {
  expect(Object.keys(frameGerman).sort()).toEqual(Object.keys(frameEnglish).sort());
});

it('translations keep what is filled in', () => {
  const names = (text: unknown) => [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of Object.entries(english)) expect([...new Set(names(german[key as keyof typeof german]))], key).toEqual([...new Set(names(text))]);
});
