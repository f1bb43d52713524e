import { describe, expect, it } from 'vitest';
import type { AuxContext, Want } from '../format.ts';
import { fileRow, makeRequest, readRows } from '../test-fixtures.ts';
import type { ConanListing } from './conan-listing.ts';
import { readReference } from './conan-place.ts';
import { matches, search } from './conan-search.ts';

const version = (name: string, of: string, lead = true) => ({ package: name, version: of, facts: {}, files: [fileRow(`${name}/${of}`, 'x', { lead })] });
const rows = readRows([
  version('hello', '1.0'),
  version('hello', '2.0'),
  version('hello', '3.0', false),
  version('hello@acme/stable', '1.0'),
  version('othello', '1.0'),
]);

interface Searched {
  results: string[];
  /** Upstreams were asked this. */
  asked: Want[];
}

async function searched(query: string, theirs: readonly string[] = [], claimed: readonly string[] = []): Promise<Searched> {
  const asked: Want[] = [];
  const context: Partial<AuxContext<ConanListing>> = {
    request: makeRequest('GET', `v2/conans/search${query}`),
    atOneMoment: (read) => read([rows]),
    listings: async (want) => {
      asked.push(want);
      return [{ references: theirs.flatMap((text) => readReference(text) ?? []) }];
    },
    claimed: async (names) => new Set(names.filter((name) => claimed.includes(name))),
  };
  const { body } = await search(context as AuxContext<ConanListing>);
  return { results: (JSON.parse(String(body)) as Searched).results, asked };
}

describe('what a pattern means', () => {
  it.each([
    ['*', 'hello', true],
    ['hello', 'hello', true],
    ['hel*', 'hello', true],
    ['*l*l*', 'hello', true],
    ['h?llo', 'hello', true],
    ['hello?', 'hello', false],
    ['*x*', 'hello', false],
    ['', '', true],
    ['', 'a', false],
    ['[h]ello', 'hello', false],
    ['a.c', 'abc', false],
  ])('%s and %s', (pattern, text, fits) => {
    expect(matches(pattern, text)).toBe(fits);
  });

  it('is found out without trying every way to read it', () => {
    expect(matches(`${'*a'.repeat(140)}b`, 'a'.repeat(200))).toBe(false);
  });
});

describe('a search', () => {
  it.each([
    ['?q=hello', ['hello/1.0', 'hello/1.0@acme/stable', 'hello/2.0']],
    ['?q=hello/*', ['hello/1.0', 'hello/1.0@acme/stable', 'hello/2.0']],
    ['?q=hello/1.0', ['hello/1.0', 'hello/1.0@acme/stable']],
    ['?q=hello/*@acme/stable', ['hello/1.0@acme/stable']],
    ['?q=*/*@acme', ['hello/1.0@acme/stable']],
    ['?q=*hello', ['hello/1.0', 'hello/1.0@acme/stable', 'hello/2.0', 'othello/1.0']],
    ['?q=HELLO', ['hello/1.0', 'hello/1.0@acme/stable', 'hello/2.0']],
    ['?q=HELLO&ignorecase=False', []],
    ['?q=hello/3.0', []],
    ['', ['hello/1.0', 'hello/1.0@acme/stable', 'hello/2.0', 'othello/1.0']],
  ])('for %s finds', async (query, found) => {
    expect((await searched(query)).results).toEqual(found);
  });

  it('adds what upstreams have under names that are not ours', async () => {
    const theirs = ['hello/99.0', 'hello/99.0@evil/stable', 'hello/99.0@acme/stable', 'hello2/1.0', 'unasked/1.0'];
    expect((await searched('?q=hello*', theirs, ['hello', 'hello@acme/stable'])).results).toEqual([
      'hello/1.0',
      'hello/1.0@acme/stable',
      'hello/2.0',
      'hello/99.0@evil/stable',
      'hello2/1.0',
    ]);
  });

  it.each([
    ['?q=hello/*', '_/hello/.search?q=hello%2F*', 'hello'],
    ['?q=hello', '_/hello/.search?q=hello', 'hello'],
    ['?q=hello/1.0@', '_/hello/.search?q=hello%2F1.0%40', 'hello'],
    ['?q=hello/*@acme/*', '_/hello/.search?q=hello%2F*%40acme%2F*', 'hello'],
    ['?q=hello/*@acme/stable', 'acme/hello/.search?q=hello%2F*%40acme%2Fstable', 'hello@acme/stable'],
    ['?q=hel*', '.search?q=hel*', undefined],
    ['?q=*/1.0', '.search?q=*%2F1.0', undefined],
  ])('for %s asks upstreams for %s', async (query, path, name) => {
    expect((await searched(query)).asked).toEqual([{ kind: 'index', path, variant: 'search', freshness: 'metadata', ...(name ? { package: name } : {}) }]);
  });

  it('refuses a pattern without end', async () => {
    await expect(searched(`?q=${'*'.repeat(301)}`)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
