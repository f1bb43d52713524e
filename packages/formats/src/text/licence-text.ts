import { readdirSync, readFileSync } from 'node:fs';

// https://spdx.github.io/spdx-spec/v2.3/license-matching-guidelines-and-templates/

/** Texts of the usual licences as the SPDX list has them, each by its id; that of LGPL-3.0 without the GPL that it adds to. */
const folder = new URL('./licences/', import.meta.url);
/** No licence is longer. */
const longestText = 200_000;
/** So alike a text has to be to one of them, from 0 to 1. */
const alike = 0.95;
/** What stands beside the licence in a text may be a heading or a notice, and no terms of its own. */
const mostBeside = 80;
/** What follows this says how to use the licence, and is often left out. */
const lastWords = ' end of terms and conditions ';

/** Runs of three words in a text, with how often each is there. */
interface Runs {
  counts: ReadonlyMap<string, number>;
  total: number;
}

const isCopyright = /^\W*(?:portions\s+)?(?:copyright|\(c\)|©)\W*(?:\(c\)|©|<|\[|\d{4}|the\b|by\b)/i;

/** What stands before an item of a list. */
const mark = /^\s{0,40}(?:\(?[0-9a-z]{1,2}[.)]|[*•-])\s/i;

/** What authors write otherwise and mean the same by, and where they put their own name. */
const sameWords: readonly (readonly [RegExp, string])[] = [
  [/ all rights reserved(?= )/g, ''],
  [/licence/g, 'license'],
  [/copyright (?:owner|holder)s?\b/g, 'copyright holder'],
  [/ and or distribute /g, ' and distribute '],
  [/ (?:isc|the authors?|the copyright holder) disclaims? /g, ' the author disclaims '],
  [/ shall (?:isc|the authors?|the copyright holder) be /g, ' shall the author be '],
  [/ neither the names? of (?:\w+ ){1,12}?nor the names? of (?:\w+ )?contributors /g, ' neither the name nor the contributors '],
];

/** The words of a text, without what says whose it is and how it is set. */
function listWords(written: string): string {
  const lines = written.split('\n').filter((line) => !isCopyright.test(line.slice(0, 200)));
  const words = lines
    .map((line) => line.replace(mark, ''))
    .join('\n')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const text = ` ${(words ?? []).join(' ')} `;
  return sameWords.reduce((said, [pattern, word]) => said.replaceAll(pattern, word), text);
}

function countRuns(text: string): Runs {
  const words = text.trim().split(' ');
  const counts = new Map<string, number>();
  for (let at = 0; at + 2 < words.length; at++) {
    const run = `${words[at]} ${words[at + 1]} ${words[at + 2]}`;
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return { counts, total: Math.max(0, words.length - 2) };
}

/** How alike two texts are by what Sørensen and Dice made of it; 0 where one of them says too much beside the other. */
function compareRuns(text: Runs, licence: Runs): number {
  let shared = 0;
  for (const [run, count] of text.counts) shared += Math.min(count, licence.counts.get(run) ?? 0);
  return text.total - shared > mostBeside ? 0 : (2 * shared) / (text.total + licence.total);
}

interface KnownText {
  id: string;
  words: string;
  length: number;
  runs: Runs | undefined;
}

let known: readonly KnownText[] | undefined;

/** Read when the first text is to be recognised, by whichever thread does that. */
function readKnown(): readonly KnownText[] {
  known ??= readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const words = listWords(readFileSync(new URL(name, folder), 'utf8'));
      const end = words.indexOf(lastWords);
      const texts = end < 0 ? [words] : [words, words.slice(0, end + lastWords.length)];
      return texts.map((one) => ({ id: name.replace(/\.txt$/, ''), words: one, length: one.trim().split(' ').length - 2, runs: undefined }));
    });
  return known;
}

/**
 * SPDX id of a licence's own text, for packages that carry the text and no id; undefined when it is none of the usual ones as a whole. Whether later versions
 * may be chosen no text says.
 */
export function findLicence(text: string): string | undefined {
  if (text.length > longestText) return undefined;
  const runs = countRuns(listWords(text));
  let best: { id: string; score: number } | undefined;
  for (const one of readKnown()) {
    // Of lengths that differ more no two texts are alike enough.
    if ((2 * Math.min(runs.total, one.length)) / (runs.total + one.length) < alike) continue;
    one.runs ??= countRuns(one.words);
    const score = compareRuns(runs, one.runs);
    if (score >= alike && score > (best?.score ?? 0)) best = { id: one.id, score };
  }
  return best?.id;
}

/** Files at the top of a package that hold terms under which it may be used. */
const licenceFile = /^(?:un)?(?:licen[cs]e|copying)(?:[-_.][\w.-]{1,60})?$/i;
/** Terms of what is packed along, or of parts that are no program. */
const ofOthers = /third|vendor|dependenc|notice|docs?\b|logo|font|asset|header|template/i;

/** Whether a file at the top of a package, by its name, says under which terms it may be used. */
export const isLicenceFile = (name: string): boolean => licenceFile.test(name) && !ofOthers.test(name) && !/\.(?:go|rs|py|js|ts|json|ya?ml|html?)$/i.test(name);

/** More than any honest package has. */
const mostLicenceFiles = 8;

/** So much of such a file is read: a text that is cut off is none that is known. */
export const licenceFileLimit = { limit: longestText, cut: true };

/** A line that divides a text. */
const divider = /^[-=*_]{10,200}\s*$/m;

/** The licence that a text is, or those of its parts where it has several. */
function findParts(text: string): (string | undefined)[] {
  const whole = findLicence(text);
  if (whole !== undefined || text.length > longestText) return [whole];
  const parts = text.split(divider).filter((part) => part.trim() !== '');
  return parts.length > mostLicenceFiles ? [undefined] : parts.map(findLicence);
}

/**
 * SPDX ids of the texts that a package carries; none unless all of them are known, since who knows one of two terms knows nothing of the other.
 * The GPL beside the LGPL is what that adds to.
 */
export function findLicences(texts: readonly string[]): string[] {
  const ids = texts.length > mostLicenceFiles ? [] : texts.flatMap(findParts);
  if (ids.includes(undefined)) return [];
  const found = [...new Set(ids as string[])].sort();
  return found.includes('LGPL-3.0-only') ? found.filter((id) => id !== 'GPL-3.0-only') : found;
}
