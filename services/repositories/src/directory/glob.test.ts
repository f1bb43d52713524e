import { describe, expect, it } from 'vitest';
import { globMatches } from './glob.ts';

describe('patterns of names', () => {
  it.each([
    ['*', '', true],
    ['**', 'libs', true],
    ['', '', true],
    ['', 'libs', false],
    ['libs', 'libs', true],
    ['libs', 'libs-local', false],
    ['libs*', 'libs-local', true],
    ['*local', 'libs-local', true],
    ['l*s*l', 'libs-local', true],
    ['l*x*l', 'libs-local', false],
    ['?ibs', 'libs', true],
    ['?', '', false],
    ['?', '\u{1f4e6}', true],
    ['*/b', 'a/a/b', true],
    ['a*b', 'a\nb', true],
    ['1.0', '1x0', false],
    ['[a](b)$', '[a](b)$', true],
    ['*a', 'aba', true],
    ['*ab?', 'aabab', false],
  ])('%j against %j is %s', (pattern, text, expected) => {
    expect(globMatches(pattern, text)).toBe(expected);
  });

  it('answers for patterns of many wildcards that nearly fit', () => {
    expect(globMatches(`${'*?'.repeat(10)}X`, 'a'.repeat(40))).toBe(false);
  });
});
