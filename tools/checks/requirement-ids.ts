import { type Finding, lineAt } from './finding.ts';

/** The page that says in one line what each id stands for. */
export const requirementPage = 'docs/requirement-ids.md';

/** The string that opens a test or a group of tests, or a row of a table of tests: it begins with the ids. */
const opening = /(?<=['"`])(?:[A-Z]{2,6}-\d{3}\b[ ,]*)+/g;
const id = /[A-Z]{2,6}-\d{3}/g;

/** Names of algorithms, which look the same. */
const algorithms = /^(SHA|AES|RSA|UTF|ISO)-/;

const testFile = /\.(test|spec)\.tsx?$|^(packages\/testkit|e2e)\/.*\.tsx?$/;

export function readRequirementIds(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^- ([A-Z]+-\d{3}): \S/gm)].map(([, name = '']) => name));
}

/** Every id that the titles of a file name and the page does not have. */
export function checkRequirementIds(file: string, text: string, known: ReadonlySet<string>): Finding[] {
  if (!testFile.test(file)) return [];
  return [...text.matchAll(opening)].flatMap((match) =>
    [...match[0].matchAll(id)]
      .map(([name]) => name)
      .filter((name) => !known.has(name) && !algorithms.test(name))
      .map((name) => ({ file, line: lineAt(text, match.index), message: `${name} has no line in ${requirementPage}` })),
  );
}
