import { parseSync, Visitor } from 'oxc-parser';
import { type Finding, lineAt } from './finding.ts';
import { isTestFile } from './room-rules.ts';

/** Texts call their numbers so. Names of things, such as `{name}` and `{number}` of a run, are none. */
const numbers = [
  'alerts|all|answers|artifacts|attempts|available|backups|bits|blobs|blocks|builds|bytes|changes|closed|closes|components|copied|count',
  'days|deleted|deployments|done|events|failed|files|findings|held|hours|judged|known|last|layers|length|lines|looked|members|minutes|missing|months|moved',
  'needed|opened|opens|packages|pulled|read|remaining|removed|rows|runs|scanned|seconds|seen|selected|sent|shown|size|steps|tables|times|total',
  'versions|violations|weeks|years',
].join('|');

/** What comes before a number that is never one: a limit of ours, or a span that is given. */
const limits = [
  '(?:more|longer|deeper|larger|fewer|other) than|at (?:most|least)|1 to|may (?:have|name)|the (?:first|last|newest|next)|only the first|each of',
  '[Mm]ehr als|darf|länger als|tiefer als|größer als|höchstens|mindestens|1 bis|(?:ersten|letzten|neuesten|nächsten|jeder von|mehr)',
].join('|');

/** Existing clients and scripts know these answers word for word. */
const known = /completed successfully, \{count\} artifacts/;

const number = `(?<!(?:${limits}) )\\{(?:${numbers})\\} `;
/** Not the end of what is counted, though it ends as a plural does. */
const noPlural = /^(?:always|as|does|has|is|its|less|this|was)$/;
const forms = {
  en: new RegExp(`${number}(?:of (?:the )?\\{\\w+\\} )?(?:[a-z-]+ )?([a-z]+s|people)\\b(?! (?:at most|at least|long))`, 'gi'),
  de: new RegExp(`${number}(?:(?:von(?: den)?|der) \\{\\w+\\} )?(?:(?!der )[a-zäöüß]+ )?([A-ZÄÖÜ][a-zäöüß]*(?:[ens]|er))\\b`, 'g'),
};
/** German nouns that have one form, and one that follows a number and is not what it counts. */
const oneForm = /^(?:Byte|Treffer|Prozent|Woche|Zeichen)$/;

function findPlural(language: 'en' | 'de', text: string): string | undefined {
  if (known.test(text)) return undefined;
  const isCounted = (word: string) => !noPlural.test(word) && !oneForm.test(word);
  return [...text.matchAll(forms[language])].find(([, word = '']) => isCounted(word))?.[0];
}

interface Literal {
  type: string;
  value?: unknown;
}

/**
 * Every text that counts something and knows the plural alone, so that it says '1 files'. A number changes its words by
 * `{count|file|files}`, or the message has the forms `one` and `other`.
 */
export function checkPlurals(file: string, text: string): Finding[] {
  if (isTestFile(file)) return [];
  const findings: Finding[] = [];
  new Visitor({
    Property({ key, value, start }) {
      if (!('name' in key) || (key.name !== 'en' && key.name !== 'de')) return;
      const { type, value: said } = value as Literal;
      if (type !== 'Literal' || typeof said !== 'string') return;
      const found = findPlural(key.name, said);
      if (found) findings.push({ file, line: lineAt(text, start), message: `says "${found}" of one as well: write {count|one|several} for what changes` });
    },
  }).visit(parseSync(file, text).program);
  return findings;
}
