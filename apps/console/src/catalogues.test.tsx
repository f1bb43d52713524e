import { globSync, readFileSync } from 'node:fs';
import type { Language, Message, Messages } from '@packhouse/console-kit/words/i18n.ts';
import { setWords, words } from '@packhouse/ui/core.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';

declare global {
  interface ImportMeta {
    /** Modules whose files fit, by path; the test runner puts them in. */
    glob(patterns: readonly string[]): Record<string, () => Promise<unknown>>;
  }
}

const made = vi.hoisted(() => [] as Messages[]);

vi.mock('@packhouse/console-kit/words/i18n.ts', async (original) => {
  const real = await original<typeof import('@packhouse/console-kit/words/i18n.ts')>();
  return {
    ...real,
    catalogue: (messages: Messages) => {
      made.push(messages);
      return real.catalogue(messages as never);
    },
  };
});

const wordFiles = import.meta.glob(['../../../{apps,areas,packages}/*/src/**/*-{words,names,titles}.ts']);

const findTexts = (message: Message | undefined, language: Language): string[] => {
  const said = message?.[language];
  return said === undefined ? [] : typeof said === 'string' ? [said] : [said.one, said.other];
};
const namesIn = (text: string) => [...new Set(text.match(/(?<=\{)\w+(?=[|}])/g))].sort();

/** Words that only English has; a German text with two of them was forgotten. */
const onlyEnglish = /\b(the|this|that|these|and|with|from|have|has|are|were|not|your|you|which|when|while|cannot|there|their|been|will|would|should|can)\b/gi;

/** The same in both languages: names of products, protocols and parts of them. */
const isName = (text: string) => !/[a-z]{3,} [a-z]{3,}/.test(text);

describe('UX-005 German says everything', () => {
  const loaded: { messages: Messages; name: string }[] = [];
  beforeAll(async () => {
    for (const [path, load] of Object.entries(wordFiles)) {
      const before = made.length;
      await load();
      for (const messages of made.slice(before)) loaded.push({ messages, name: path.replace('../../../', '') });
    }
  });

  it('in every catalogue that there is', () => {
    const files = globSync('{apps,areas,packages}/*/src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|\/i18n\.ts$/.test(file));
    const withCatalogue = files.filter((file) => /\bcatalogue\(/.test(readFileSync(file, 'utf8')));
    expect(withCatalogue.length).toBeGreaterThan(50);
    expect(loaded.length).toBe(withCatalogue.length);
  });
  it('with the same keys', () => {
    for (const { messages, name } of loaded)
      for (const [key, message] of Object.entries(messages)) expect(Object.keys(message), `${name} ${key}`).toEqual(['en', 'de']);
  });
  it('with the same things filled in', () => {
    for (const { messages, name } of loaded)
      for (const [key, message] of Object.entries(messages))
        expect(namesIn(findTexts(message, 'de').at(-1) ?? ''), `${name} ${key}`).toEqual(namesIn(findTexts(message, 'en').at(-1) ?? ''));
  });
  it('and nothing in English by accident', () => {
    const left = loaded.flatMap(({ messages, name }) =>
      Object.entries(messages).flatMap(([key, message]) => {
        const own = findTexts(message, 'en');
        return findTexts(message, 'de').flatMap((text, at) => {
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
    const english = words();
    setWords({ language: 'de' });
    expect(Object.keys(words()).sort()).toEqual(Object.keys(english).sort());
    expect(words().close).not.toBe(english.close);
  });
});
