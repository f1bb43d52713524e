import { AppError } from '@packhouse/contract/errors.ts';
import type { AuxContext, Rendered, Rows } from '../format.ts';
import { json } from '../text/render-json.ts';
import type { ConanListing } from './conan-listing.ts';
import { searchWant } from './conan-paths.ts';
import { type Reference, readPackage, readReference, referenceIn, writeReference } from './conan-place.ts';
import { refusals } from './conan-refusals.ts';

const longestPattern = 300;
const pageSize = 500;

/** Whether a text is what a pattern says, in which `*` stands for anything and `?` for one character. Goes back only to the last `*`. */
export function matches(pattern: string, text: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  for (let place = 0; place < text.length; ) {
    if (pattern[at] === '*') {
      [star, resume] = [at, place];
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[place])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      resume += 1;
      [at, place] = [star + 1, resume];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

/** A pattern may say as much of a reference as it likes: the name alone, with the version, with the user. */
function getMatcher(pattern: string, ignoresCase: boolean): (reference: Reference) => boolean {
  const folded = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const wanted = folded(pattern);
  return (reference) => {
    const { name, version, user } = reference;
    const beginnings = [name, `${name}/${version}`, `${name}/${version}@${user ?? ''}`, writeReference(reference)];
    return beginnings.some((text) => matches(wanted, folded(text)));
  };
}

/** Finds what stands in a pattern for the name of a package: the longest piece without signs. */
function literalIn(pattern: string): string {
  const pieces = pattern.split('/')[0]!.split(/[*?@#]/);
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** The one package that a pattern can be about. Its versions do not matter; nor does whose it is, where that is left open. */
function packageIn(pattern: string): Reference | undefined {
  const { name = '', owner = '' } = /^(?<name>[^/@]*)(?:\/[^@]*(?:@(?<owner>.*))?)?$/.exec(pattern)?.groups ?? {};
  return readReference(`${name}/0${owner === '' || /[*?]/.test(owner) ? '' : `@${owner}`}`);
}

async function searchRows(rows: Rows, pattern: string, fits: (reference: Reference) => boolean): Promise<Reference[]> {
  const found: Reference[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { packages } = await rows.search(literalIn(pattern), { offset, limit: pageSize });
    for (const { name, versions } of packages)
      for (const { version, complete } of versions) {
        const reference = complete ? referenceIn(name, version) : undefined;
        if (reference && fits(reference)) found.push(reference);
      }
    if (packages.length < pageSize) return found;
  }
}

/** `conan search`, and what a range of versions is chosen from. */
export async function search({ request, atOneMoment, listings, claimed }: AuxContext<ConanListing>): Promise<Rendered> {
  const pattern = request.query.get('q') ?? '*';
  if (pattern.length > longestPattern) throw new AppError(refusals.conan_pattern_too_long);
  const ignoresCase = request.query.get('ignorecase')?.toLowerCase() !== 'false';
  const fits = getMatcher(pattern, ignoresCase);
  const ours: Reference[] = [];
  await atOneMoment(async (rows) => {
    for (const one of rows) ours.push(...(await searchRows(one, pattern, fits)));
  });
  const query = new URLSearchParams({ q: pattern, ...(ignoresCase ? {} : { ignorecase: 'False' }) });
  const theirs = (await listings(searchWant(query.toString(), packageIn(pattern)))).flatMap(({ references = [] }) => references).filter(fits);
  const held = await claimed([...new Set(theirs.map(readPackage))]);
  const found = [...ours, ...theirs.filter((reference) => !held.has(readPackage(reference)))].map(writeReference);
  return json({ results: [...new Set(found)].sort() });
}
