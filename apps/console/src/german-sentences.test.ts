import { readdirSync, readFileSync } from 'node:fs';
import { errors } from '@packhouse/contract/errors.ts';
import { problemWords } from '@packhouse/contract/problem-words.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inGerman } from './german-sentences.ts';

const contract = new URL('../../../packages/contract/src/', import.meta.url);

/** Ways to say something of one's own about a value that does not fit. */
const rule = /\.(?:min|max|int|regex|refine|email|url|length|positive|nonnegative|nonempty|gte|lte|gt|lt)\(|z\.(?:int|email|url)\(|message:|error:|addIssue/;

/** Sentences in the schemas of the contract: those on lines with a rule, and on the line after where the rule is long. */
function sentences(): string[] {
  const files = readdirSync(contract).filter((name) => /(?:-routes|-names|-settings|-rules)\.ts$/.test(name));
  return files.flatMap((name) => {
    const lines = readFileSync(new URL(name, contract), 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      const near = [lines[at - 3], lines[at - 2], lines[at - 1], line].join('\n');
      if (/summary:|^\s*(?:\*|\/\/|\/\*)/.test(line) || !rule.test(near)) return [];
      return [...line.matchAll(/'([A-Z][^']* [^']*)'|"([A-Z][^"]* [^"]*)"/g)].map(([, one, other]) => (one ?? other ?? '').replaceAll('\\\\', '\\'));
    });
  });
}

/** Names and summaries of calls that look like sentences about input to the search above. */
const names: ReadonlySet<string> = new Set([
  'Generic OpenID Connect',
  'GitHub Enterprise',
  'Put something in the trash can back to where it was',
  'Ask the upstream again for what is stored at a path',
]);

it('UX-005 German has every sentence that the schemas say about input', () => {
  const found = [...new Set(sentences())].filter((one) => !names.has(one));
  expect(found.length).toBeGreaterThan(80);
  expect(found.filter((one) => inGerman(one) === one)).toEqual([]);
});

it('UX-005 German has every refusal', () => {
  expect(Object.values(errors).filter(({ message }) => inGerman(message) === message)).toEqual([]);
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
