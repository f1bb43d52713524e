import { useSyncExternalStore } from 'react';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Words that change with a number; `{count}` stands for it. Where several numbers change words, a text says `{files|file|files}` after each. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

/** A catalogue says this under one key, in every language: a text, or one that changes with a number. */
export type Message = Readonly<Record<Language, string>> | Readonly<Record<Language, Plural>>;
export type Messages = Readonly<Record<string, Message>>;

/** A text where a catalogue cannot be: in data that is read before the area's code. What another language lacks stays English. */
export type Label = { readonly en: string } & { readonly [L in Exclude<Language, 'en'>]?: string };

type TextOf<Words> = Words extends Plural ? Words['other'] : Words;
type NameOf<Inside> = Inside extends `${infer Name}|${string}|${string}` ? Name : Inside;
type Names<Text> = Text extends `${string}{${infer Inside}}${infer Rest}` ? NameOf<Inside> | Names<Rest> : never;
type NamesOf<M extends Message, L extends Language> = Names<TextOf<M[L]>>;
type Arguments<M extends Message> = [NamesOf<M, 'en'>] extends [never] ? [] : [values: Readonly<Record<NamesOf<M, 'en'>, string | number>>];

/** Messages whose texts have the same `{names}` in every language. */
type Agreeing<M extends Messages> = {
  readonly [Key in keyof M]: [NamesOf<M[Key], 'en'>, NamesOf<M[Key], 'de'>] extends [NamesOf<M[Key], 'de'>, NamesOf<M[Key], 'en'>]
    ? Message
    : 'The languages differ in their {names}.';
};

/** Languages that are written from right to left. */
const fromRight = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Which way a language is written, as documents say it. */
function getDirection(tag: string): 'ltr' | 'rtl' {
  return fromRight.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

const storageKey = 'packhouse.language';
const watchers = new Set<() => void>();
const preparations = new Set<(language: Language) => void | Promise<void>>();
let current: Language = 'en';

function remembered(): Language {
  const stored = globalThis.localStorage?.getItem(storageKey) ?? globalThis.navigator?.language?.slice(0, 2);
  return stored && stored in languages ? (stored as Language) : 'en';
}

/** The language on screen. */
export function language(): Language {
  return current;
}

/** Prepares everything for a language, then shows it; without one, the reader's own. */
export async function showLanguage(chosen?: Language): Promise<void> {
  const next = chosen ?? remembered();
  await Promise.all([...preparations].map(async (prepare) => prepare(next)));
  if (chosen) globalThis.localStorage?.setItem(storageKey, chosen);
  current = next;
  if (typeof document !== 'undefined') Object.assign(document.documentElement, { lang: next, dir: getDirection(next) });
  for (const watcher of watchers) watcher();
}

/** Prepares what has no catalogue for a language before it is shown: the kit's words, the spelling of dates. */
export function withLanguage(prepare: (language: Language) => void | Promise<void>): void {
  preparations.add(prepare);
}

/** The language on screen; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => current,
  );
}

/** The text of a label in the language on screen. */
export function labelText(label: Label): string {
  return label[current] ?? label.en;
}

const isOne = (value: string | number | undefined) => new Intl.PluralRules(current).select(Number(value)) === 'one';

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)(?:\|([^{|}]*)\|([^{|}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one !== undefined && other !== undefined) return isOne(value) ? one : other;
    return typeof value === 'number' ? new Intl.NumberFormat(current).format(value) : value;
  });
}

export type Translate<M extends Messages> = <Key extends keyof M>(key: Key, ...values: Arguments<M[Key]>) => string;

/**
 * The words of a feature, every language beside the others.
 * The compiler checks the keys, that no language lacks a text, and the `{names}` inside the texts.
 */
export function catalogue<const M extends Messages>(messages: M & Agreeing<M>): { t: Translate<M> } {
  const t = (key: keyof M, values: Readonly<Record<string, string | number>> = {}): string => {
    const said = (messages as M)[key]?.[current];
    if (said === undefined) return String(key);
    if (typeof said === 'string') return fill(said, values);
    return fill(isOne(values.count) ? said.one : said.other, values);
  };
  return { t: t as Translate<M> };
}
