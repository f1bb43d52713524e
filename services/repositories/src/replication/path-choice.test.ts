import { expect, it } from 'vitest';
import { makeChoice } from './path-choice.ts';

it.each([
  ['', '', 'a/b', true],
  ['a', '', 'a/b', true],
  ['/a/', '', 'a/b', true],
  ['a', '', 'ab', false],
  ['a/**/c', '', 'a/x/y/c', true],
  ['*.jar', '', 'a/x.jar', false],
  ['', 'a,b', 'b/c', false],
  ['a', 'a/b', 'a/b/c', false],
])('chooses by %j without %j of %s: %s', (include_prefix, exclude_prefix, path, expected) => {
  expect(makeChoice({ include_prefix, exclude_prefix })(path)).toBe(expected);
});
