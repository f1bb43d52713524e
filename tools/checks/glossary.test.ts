import { expect, it } from 'vitest';
import { checkWords, readGlossary } from './glossary.ts';

const page = `| Word | What it is | Not |
|---|---|---|
| repository | a place | registry, \`feed\` |
| release bundle | a list | package set, \`bundle\` |
| support bundle | an archive | – |
`;
const glossary = readGlossary(page);
const messages = (file: string, text = '') => checkWords(file, text, glossary).map(({ message }) => message);

it('reads our words and the refused ones', () => {
  expect(glossary).toEqual({
    words: ['repository', 'release-bundle', 'support-bundle'],
    refused: new Map([
      ['feed', 'repository'],
      ['bundle', 'release bundle'],
    ]),
  });
});

it.each([
  [
    'services/a/src/feeds/feed-queries.ts',
    '',
    ['feeds: the glossary has no feed; it has repository', 'feed-queries: the glossary has no feed; it has repository'],
  ],
  ['services/a/src/a.ts', 'export function readFeedOf() {}', ['readFeedOf: the glossary has no feed; it has repository']],
  ['services/a/src/a.ts', 'export type { FeedTable } from "./b.ts";', ['FeedTable: the glossary has no feed; it has repository']],
  ['services/a/src/a.ts', 'export const signedBundles = 1;', ['signedBundles: the glossary has no bundle; it has release bundle']],
])('refuses %s: %s', (file, text, expected) => {
  expect(messages(file, text)).toEqual(expected);
});

it.each([
  ['services/a/src/release-bundle/release-bundle-queries.ts', 'export const SupportBundles = 1;\nexport function feedback() {}'],
  ['services/a/src/migrations/0003-bundle.ts', ''],
  ['services/a/src/a.ts', 'const feed = 1;\nexport const repository = feed;'],
  ['services/a/src/a.test.ts', `it('reads the feed', () => {});`],
])('accepts %s: %s', (file, text) => {
  expect(messages(file, text)).toEqual([]);
});
