import { expect, it } from 'vitest';
import { z } from 'zod';
import { getSaid, judge, type Problem } from './problem-words.ts';
import { reasonedSaid } from './rule-words.ts';

const schemas = [z.string().max(5), z.string().min(3), z.string().min(1), z.number().min(2), z.number().max(9), z.int(), z.array(z.string()).min(1), z.email()];
const values = ['', 'x', 'too long', 1, 10, 1.5, null, undefined, [], {}, { more: 1 }];

const readIssues = (schema: z.ZodType, value: unknown) => (schema.safeParse(value).error?.issues ?? []) as Problem[];

it('speaks of a value that a schema says nothing of its own about without terms of the library, and knows why', () => {
  const issues = [...schemas, z.enum(['a', 'b']), z.strictObject({})].flatMap((schema) => values.flatMap((value) => readIssues(schema, value)));
  expect(issues.length).toBeGreaterThan(20);
  for (const issue of issues) {
    expect(issue.message).not.toMatch(/\b(?:Invalid|expected|received|string|undefined|null)\b/);
    expect(reasonedSaid(issue), issue.message).toMatchObject({ message: issue.message, reason: expect.any(String) });
  }
  expect(judge({ code: 'something new' }).message).toBe('This does not fit here');
});

it('keeps the values of what it says', () => {
  expect(readIssues(z.string().min(8), 'short').map(getSaid)).toEqual([{ message: 'Use at least 8 characters', reason: 'use_at_least', values: { count: 8 } }]);
  expect(readIssues(z.union([z.literal('all'), z.string().min(3)]), 'x').map(getSaid)).toEqual([
    { message: 'Use at least 3 characters', reason: 'use_at_least', values: { count: 3 } },
  ]);
  expect(readIssues(z.enum(['a', 'b']), 'c').map(getSaid)).toMatchObject([{ reason: 'choose_one_of', values: { choices: 'a, b' } }]);
});
