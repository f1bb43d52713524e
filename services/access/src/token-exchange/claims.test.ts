import { expect, it } from 'vitest';
import { filled, fits, fitsAll } from './claims.ts';

it('compares texts, with stars for any characters', () => {
  expect(fits('a', 'a')).toBe(true);
  expect(fits('a', 'ab')).toBe(false);
  expect(fits('repo:org/*:ref:refs/heads/main', 'repo:org/app:ref:refs/heads/main')).toBe(true);
  expect(fits('repo:org/*:ref:refs/heads/main', 'repo:org/app:ref:refs/heads/main2')).toBe(false);
  expect(fits('aba*aba', 'aba')).toBe(false);
  expect(fits('*b*b*', 'ab')).toBe(false);
  expect(fits('a.c', 'abc')).toBe(false);
  expect(fits('17', 17)).toBe(true);
});

it('takes any of a list, all of an object, and nothing for what is not there', () => {
  expect(fits(['main', 'next'], 'next')).toBe(true);
  expect(fits('dev', ['ops', 'dev'])).toBe(true);
  expect(fits({ a: 'x*', b: true }, { a: 'xy', b: true, c: 1 })).toBe(true);
  expect(fits({ a: 'x', toString: '*' }, { a: 'x' })).toBe(false);
  expect(fits('*', undefined)).toBe(false);
  expect(fitsAll({ constructor: '*' }, { sub: 'x' })).toBe(false);
  expect(fits('*', { any: 'thing' })).toBe(false);
});

it('makes texts from claims, and none from claims that are missing', () => {
  expect(filled('ci-{{ actor }}', { actor: 'ann' })).toEqual(['ci-ann']);
  expect(filled('{{groups}}', { groups: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(filled('{{actor}}', {})).toBeUndefined();
  expect(filled('{{actor}}', { actor: { a: 1 } })).toBeUndefined();
});
