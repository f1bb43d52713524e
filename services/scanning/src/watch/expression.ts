import { LRUCache } from 'lru-cache';
import { RE2JS, RE2JSException } from 're2js';

// Whoever writes an expression must not be able to make it slow for everybody else: this engine takes time that is linear in the text.
const known = new LRUCache<string, RE2JS>({ max: 1000 });

function read(expression: string): RE2JS {
  const before = known.get(expression);
  if (before) return before;
  const made = RE2JS.compile(expression);
  known.set(expression, made);
  return made;
}

/** What is wrong with a regular expression, in the words of its engine; nothing where it is one. */
export function findFault(expression: string): string | undefined {
  try {
    read(expression);
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

/** Whether a regular expression is found in a text. @see https://github.com/google/re2/wiki/Syntax */
export const isFound = (expression: string, text: string): boolean => read(expression).matcher(text).find();
