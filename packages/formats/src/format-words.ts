import { formatIds } from '@packhouse/contract/repositories/format-ids.ts';

/** English texts of the server, which speaks nothing else, and the same in the console's other languages. */
type Translations = Readonly<Record<string, { readonly de: string }>>;

/** A format says this on screens: in its own folder, `<id>-words.ts` exports one such `words`. */
export interface FormatWords {
  /** Titles of its snippets on the Set Me Up screen. */
  readonly snippets: Translations;
  /** Names of the facts that it tells of a version. */
  readonly facts?: Translations;
}

const ofAll: Translations = {
  'Put an access token into the environment (paste it, then press Enter)': { de: 'Ein Zugriffstoken in die Umgebung legen (einfügen, dann Enter drücken)' },
};

/** All of them are in the script that asks for these words, and so in no page that does not. */
async function readWords(id: string): Promise<FormatWords> {
  const module: { words: FormatWords } = await import(/* webpackMode: "eager" */ `./${id}/${id}-words.ts`);
  return module.words;
}

const words = await Promise.all(formatIds.map(readWords));

function joined(tables: readonly Translations[]): Readonly<Record<string, { readonly en: string; readonly de: string }>> {
  return Object.fromEntries(tables.flatMap((table) => Object.entries(table).map(([en, others]) => [en, { en, ...others }])));
}

export const snippetTitles = joined([ofAll, ...words.map(({ snippets }) => snippets)]);

export const factNames = joined(words.map(({ facts = {} }) => facts));
