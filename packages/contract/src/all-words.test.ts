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

it('UX-005 no table is left out: what is in none, every reader gets in English', async () => {
  const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
  const files = globSync('**/*-words.ts', { cwd: import.meta.dirname }).filter((file) => file !== 'all-words.ts');
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<Record<string, unknown>>));
  const tables = modules.flatMap((module) => Object.entries(module)).filter(([name, value]) => /(?:Words|Rules)$/.test(name) && isTable(value));
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter(([, table]) => !allWords.includes(table as (typeof allWords)[number])).map(([name]) => name)).toEqual([]);
});

it('no sentence is unused', () => {
  const root = new URL('../../../', import.meta.url);
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'areas/*/src/**/*.{ts,tsx}'], { cwd: root });
  const used = new Set(files.flatMap((file) => readFileSync(new URL(file, root), 'utf8').match(/(?<=(?:Words|Rules|[rR]efusals)\.)[a-zA-Z]\w*/g) ?? []));
  expect(sentences.map(({ reason }) => reason).filter((reason) => !used.has(reason))).toEqual([]);
});
