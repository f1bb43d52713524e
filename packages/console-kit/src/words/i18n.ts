import { useSyncExternalStore } from 'react';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Words that change with a number; `{count}` stands for it. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}
export type Messages = Readonly<Record<string, string | Plural>>;

type TextOf<Message> = Message extends Plural ? Message['other'] : Message;
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Arguments<Message> = [Names<TextOf<Message>>] extends [never] ? [] : [values: Readonly<Record<Names<TextOf<Message>>, string | number>>];

/** The same keys in another language; what is missing stays English. */
export type Translation<M extends Messages> = { readonly [Key in keyof M]?: M[Key] extends Plural ? Plural : string };
type Loaders<M extends Messages> = Partial<Record<Exclude<Language, 'en'>, () => Promise<Translation<M>>>>;

/** A text for every language, where a catalogue cannot be: in data that is read before the area's code. */
export type Label = { readonly en: string } & { readonly [L in Exclude<Language, 'en'>]?: string };

/** Languages that are written from right to left. */
const fromRight = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Which way a language is written, as documents say it. */
function directionOf(tag: string): 'ltr' | 'rtl' {
  return fromRight.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

const storageKey = 'packhouse.language';
const watchers = new Set<() => void>();
const loaders = new Set<(language: Language) => Promise<void>>();
let current: Language = 'en';

function remembered(): Language {
  const stored = globalThis.localStorage?.getItem(storageKey) ?? globalThis.navigator?.language?.slice(0, 2);
  return stored && stored in languages ? (stored as Language) : 'en';
}

/** The language on screen. */
export function language(): Language {
  return current;
}

/** Loads every catalogue's words in a language, then shows it; without one, the reader's own. */
export async function showLanguage(chosen?: Language): Promise<void> {
  const next = chosen ?? remembered();
  await Promise.all([...loaders].map((load) => load(next)));
  if (chosen) globalThis.localStorage?.setItem(storageKey, chosen);
  current = next;
  if (typeof document !== 'undefined') Object.assign(document.documentElement, { lang: next, dir: directionOf(next) });
  for (const watcher of watchers) watcher();
}

/** Prepares something else for a language before it is shown: the kit's words, the spelling of dates. */
export function withLanguage(prepare: (language: Language) => Promise<void>): void {
  loaders.add(prepare);
}

/** Resolves when the words of catalogues that came later, with an area, are there too. */
export async function languageReady(): Promise<void> {
  await Promise.all([...loaders].map((load) => load(current)));
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

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(current).format(value) : value;
  });
}

export type Translate<M extends Messages> = <Key extends keyof M>(key: Key, ...values: Arguments<M[Key]>) => string;

/**
 * The words of one area: English in full, other languages loaded when they are shown.
 * Keys and the `{names}` inside the texts are checked by the compiler.
 */
export function catalogue<const M extends Messages>(english: M, others: Loaders<M> = {}): { t: Translate<M> } {
  const loaded = new Map<Language, Translation<M>>();
  loaders.add(async (wanted) => {
    const load = wanted === 'en' ? undefined : others[wanted];
    if (load && !loaded.has(wanted)) loaded.set(wanted, await load().catch(() => ({})));
  });
  const t = (key: keyof M, values: Readonly<Record<string, string | number>> = {}): string => {
    const message: string | Plural | undefined = loaded.get(current)?.[key] ?? english[key];
    if (message === undefined) return String(key);
    if (typeof message === 'string') return fill(message, values);
    return fill(new Intl.PluralRules(current).select(Number(values.count)) === 'one' ? message.one : message.other, values);
  };
  return { t: t as Translate<M> };
}
