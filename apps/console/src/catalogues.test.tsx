import type { Messages } from '@packhouse/console-kit/words/i18n.ts';
import { setWords, words } from '@packhouse/ui/core.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { germanKit } from './kit-words-de.ts';

declare global {
  interface ImportMeta {
    /** Modules whose files fit, by path; the test runner puts them in. */
    glob(patterns: readonly string[]): Record<string, () => Promise<unknown>>;
  }
}

type Loaders = { readonly de?: () => Promise<Messages> };
const made = vi.hoisted(() => [] as { english: Messages; others: Loaders }[]);

vi.mock('@packhouse/console-kit/words/i18n.ts', async (original) => {
  const real = await original<typeof import('@packhouse/console-kit/words/i18n.ts')>();
  return {
    ...real,
    catalogue: (english: Messages, others: Loaders = {}) => {
      made.push({ english, others });
      return real.catalogue(english, others as never);
    },
  };
});

const catalogues = import.meta.glob(['../../../{apps,areas,packages}/*/src/**/{*-words,snippet-titles,refusal}.ts', '!../../../packages/ui/**']);
const german = Object.keys(import.meta.glob(['../../../{apps,areas,packages}/*/src/**/*-de.ts', '!**/kit-words-de.ts']));

const textsOf = (messages: Messages, key: string): string[] => {
  const message = messages[key];
  return message === undefined ? [] : typeof message === 'string' ? [message] : [message.one, message.other];
};
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** Words that only English has; a German text with two of them was forgotten. */
const onlyEnglish = /\b(the|this|that|these|and|with|from|have|has|are|were|not|your|you|which|when|while|cannot|there|their|been|will|would|should|can)\b/gi;

/** The same in both languages: names of products, protocols and parts of them. */
const isName = (text: string) => !/[a-z]{3,} [a-z]{3,}/.test(text);

describe('UX-005 German says everything', () => {
  const loaded: { english: Messages; german: Messages; name: string }[] = [];
  beforeAll(async () => {
    for (const [path, load] of Object.entries(catalogues)) {
      const before = made.length;
      await load();
      for (const { english, others } of made.slice(before)) loaded.push({ english, german: (await others.de?.()) ?? {}, name: path.replace('../../../', '') });
    }
  }, 60_000);

  it('in every catalogue that there is', () => {
    expect(loaded.length).toBe(german.length);
  });
  it('with the same keys', () => {
    for (const one of loaded) expect(Object.keys(one.german).sort(), one.name).toEqual(Object.keys(one.english).sort());
  });
  it('with the same things filled in', () => {
    for (const { english, german: other, name } of loaded)
      for (const key of Object.keys(english))
        expect(namesIn(textsOf(other, key).at(-1) ?? ''), `${name} ${key}`).toEqual(namesIn(textsOf(english, key).at(-1) ?? ''));
  });
  it('and nothing in English by accident', () => {
    const left = loaded.flatMap(({ english, german: other, name }) =>
      Object.keys(english).flatMap((key) => {
        const own = textsOf(english, key);
        return textsOf(other, key).flatMap((text, at) => {
          const isSame = text === own[at] && !isName(text);
          const isEnglish = (text.replaceAll(/'[^']*'|„[^“]*“/g, '').match(onlyEnglish)?.length ?? 0) > 1;
          return isSame || isEnglish ? [`${name} ${key}: ${text}`] : [];
        });
      }),
    );
    expect(left).toEqual([]);
  });
  it('in the kit too', () => {
    setWords({});
    expect(Object.keys(germanKit).sort()).toEqual(Object.keys(words()).sort());
  });
});
