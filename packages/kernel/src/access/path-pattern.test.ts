import { describe, expect, it } from 'vitest';
import { pathMatches, patternExpression } from './path-pattern.ts';

const cases: [pattern: string, path: string, expected: boolean][] = [
  ['**', 'a/b/c', true],
  ['**', 'a', true],
  ['a/**', 'a', true],
  ['a/**', 'a/b/c', true],
  ['a/**', 'ab/c', false],
  ['a/', 'a/b/c', true],
  ['/a/*', 'a/b', true],
  ['a/*', 'a/b/c', false],
  ['a/*', 'a', false],
  ['*', 'a', true],
  ['*', 'a/b', false],
  ['*.jar', 'x.jar', true],
  ['*.jar', 'a/x.jar', false],
  ['**/*.jar', 'x.jar', true],
  ['**/*.jar', 'a/b/x.jar', true],
  ['**/*.jar', 'a/b/x.jar.sha1', false],
  ['a/**/z', 'a/z', true],
  ['a/**/z', 'a/b/c/z', true],
  ['a/**/z', 'a/b/c/y', false],
  ['**/b/**', 'a/b/c', true],
  ['**/b/**', 'b', true],
  ['**/b/**', 'a/bb/c', false],
  ['a/**/**/z', 'a/z', true],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['a?c', 'ac', false],
  ['.hidden/**', '.hidden/x', true],
  ['**', '.hidden/x', true],
  ['*', '.hidden', true],
  ['a+(b)[c]{d}$^|.e', 'a+(b)[c]{d}$^|.e', true],
  ['a.c', 'abc', false],
  ['!a', 'b', false],
  ['{a,b}', 'a', false],
  ['ü/**', 'ü/ß', true],
  ['a*b*c', 'aXbXbXc', true],
  ['a*b*c', 'aXbXbX', false],
];

describe('path patterns', () => {
  it.each(cases)('%s and %s: %s', (pattern, path, expected) => {
    expect(pathMatches(pattern, path)).toBe(expected);
    expect(new RegExp(patternExpression(pattern)).test(path)).toBe(expected);
  });
  it('ends on patterns made to be slow', () => {
    // Trying every way to split the text would not end within the time that a test has.
    expect(pathMatches(`${'*a'.repeat(140)}b`, 'a'.repeat(2000))).toBe(false);
    expect(pathMatches(`${'**/a/'.repeat(50)}b`, Array.from({ length: 1000 }, () => 'a').join('/'))).toBe(false);
  });
});
