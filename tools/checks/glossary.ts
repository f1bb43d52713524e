import { parseSync } from 'oxc-parser';
import { type Finding, lineAt } from './finding.ts';

export const glossaryPage = 'docs/glossary.md';

/** The glossary says this about names. */
export interface Glossary {
  /** Our words, each as its parts joined by dashes. */
  readonly words: readonly string[];
  /** Words that names may not hold, each with ours. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Reads the tables of the page: our words stand in the first column, and what is refused in code quotes in the last. */
export function readGlossary(page: string): Glossary {
  const rows = [...page.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].filter(([, word]) => word !== 'Word');
  const words = rows.flatMap(([, word = '']) => word.split(', ').map((one) => one.toLowerCase().replaceAll(' ', '-')));
  const refused = rows.flatMap(([, word = '', not = '']) => [...not.matchAll(/`([^`]+)`/g)].map(([, other = '']) => [other, word] as const));
  return { words, refused: new Map(refused) };
}

/** Databases remember their migrations by name. */
const keepsItsName = /\/migrations\//;

/** Every part of a file's path and every export of it that holds a refused word. */
export function checkWords(file: string, text: string, glossary: Glossary): Finding[] {
  const place = keepsItsName.test(file) ? [] : file.replace(/\.(test|spec)?\.?tsx?$/, '').split('/');
  return [
    ...place.flatMap((name) => judge(name, glossary).map((message) => ({ file, message }))),
    ...readExports(file, text).flatMap(({ name, start }) => judge(name, glossary).map((message) => ({ file, line: lineAt(text, start), message }))),
  ];
}

function judge(name: string, { words, refused }: Glossary): string[] {
  const parts = `-${splitName(name).join('-')}-`;
  const rest = words.reduce((left, word) => left.replace(new RegExp(`-${word}s?(?=-)`), '-'), parts);
  return [...refused].filter(([word]) => new RegExp(`-${word}s?-`).test(rest)).map(([word, ours]) => `${name}: the glossary has no ${word}; it has ${ours}`);
}

/** The words of a name, whether dashes, capitals or underscores part them. */
function splitName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

function readExports(file: string, text: string): { name: string; start: number }[] {
  return parseSync(file, text).module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ exportName }) => (exportName.name === null || exportName.name === undefined ? [] : [{ name: exportName.name, start }])),
  );
}
