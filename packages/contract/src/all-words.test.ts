import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allWords } from './all-words.ts';
import { errors } from './errors.ts';
import { namesIn } from './sentences.ts';

const sentences = allWords.flatMap((table) => Object.values(table));

it('UX-005 every sentence has the same values in both languages', () => {
  const entries = [...sentences, ...Object.values(errors)];
  const names = (text: string) => [...new Set(namesIn(text))].sort().join();
  const uneven = entries.filter(({ en, de }) => de === '' || names(en) !== names(de));
  expect(entries.length).toBeGreaterThan(600);
  expect(uneven).toEqual([]);
});

it('UX-005 no reason stands in two tables, and none is a code', () => {
  const reasons = sentences.map(({ reason }) => reason);
  expect(reasons.filter((reason, at) => reasons.indexOf(reason) !== at || reason in errors)).toEqual([]);
});

it('no sentence is unused', () => {
  const root = new URL('../../../', import.meta.url);
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'areas/*/src/**/*.{ts,tsx}'], { cwd: root });
  const used = new Set(files.flatMap((file) => readFileSync(new URL(file, root), 'utf8').match(/(?<=(?:Words|Rules|[rR]efusals)\.)[a-zA-Z]\w*/g) ?? []));
  expect(sentences.map(({ reason }) => reason).filter((reason) => !used.has(reason))).toEqual([]);
});
