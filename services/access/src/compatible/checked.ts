import { AppError } from '@packhouse/contract/errors.ts';
import type { Problem } from '@packhouse/contract/problem-words.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import type { z } from 'zod';

/** Parses what was translated from another spelling, and refuses it in the words of the contract; `names` has what the caller calls our fields. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, names: Readonly<Record<string, string>> = {}): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const readName = (path: string) => names[path] ?? path;
  const detail = parsed.error.issues.map((issue) => ({ path: readName(issue.path.join('.')), ...reasonedSaid(issue as Problem) }));
  throw new AppError('invalid_input', { said: { message: detail.map(({ path, message }) => `${path}: ${message}`).join('; ') }, detail });
}
