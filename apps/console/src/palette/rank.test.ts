import { expect, it } from 'vitest';
import { rank, rankGroups, score } from './rank.ts';

const screens = [
  'Packages',
  'Artifacts',
  'Builds',
  'New local repository',
  'New remote repository',
  'Local users',
  'Permissions',
  'npm-local',
  'npm-remote',
  'helm-local',
];
const found = (typed: string) => rank(screens, typed, (text) => text);

it('UX-006 puts beginnings before beginnings of words, those before what stands in the middle, and letters in order last', () => {
  expect(found('local')).toEqual(['Local users', 'npm-local', 'helm-local', 'New local repository']);
  expect(found('npm')).toEqual(['npm-local', 'npm-remote']);
  expect(found('kag')).toEqual(['Packages']);
  expect(found('prms')).toEqual(['Permissions']);
});

it('UX-006 finds by first letters of words and by several words in any order', () => {
  expect(found('nlr')[0]).toBe('New local repository');
  expect(found('remote new')[0]).toBe('New remote repository');
  expect(found('local helm')).toEqual(['helm-local']);
  expect(found('local zebra')).toEqual([]);
});

it('UX-006 prefers the whole and the shorter of equal answers', () => {
  expect(rank(['react-dom', 'react-router', 'react'], 'react', (text) => text)).toEqual(['react', 'react-dom', 'react-router']);
  expect(score('createRepository', 'repo')).toBeGreaterThan(score('monorepos', 'repo'));
});

it('UX-006 keeps each group together, the one with the best answer first', () => {
  const items = [
    { group: 'Pages', label: 'Users' },
    { group: 'Actions', label: 'New user' },
    { group: 'Pages', label: 'User settings' },
    { group: 'Actions', label: 'User' },
  ];
  const ranked = rankGroups(items, 'user', { textOf: ({ label }) => label, most: 5 });
  expect(ranked.map(({ group, label }) => `${group}: ${label}`)).toEqual(['Actions: User', 'Actions: New user', 'Pages: Users', 'Pages: User settings']);
  expect(rankGroups(items, '', { textOf: ({ label }) => label, most: 1 })).toHaveLength(2);
});
