import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { LibraryEvidence } from '@packhouse/formats/library-evidence.ts';

/** A library as its own metadata names it. */
export interface Library {
  ecosystem: string;
  name: string;
  version: string;
}

const clean = (text: unknown, limit: number) => (typeof text === 'string' && text.length <= limit && !text.includes('\0') ? text.trim() : '');

function library(ecosystem: string, name: unknown, version: unknown): Library[] {
  const [plainName, plainVersion] = [clean(name, 300), clean(version, 100)];
  return plainName === '' || plainVersion === '' ? [] : [{ ecosystem, name: plainName, version: plainVersion }];
}

/** All formats know their libraries by this, with the ecosystem that these belong to. */
const evidence: readonly (LibraryEvidence & { ecosystem: string })[] = formats.flatMap(({ id, evidence: known = [] }) => {
  const ecosystem = getCard(id).scanning?.ecosystem;
  return ecosystem === undefined ? [] : known.map((one) => ({ ...one, ecosystem }));
});

/** How to read a file that says which libraries are here; undefined for all others. */
export function libraryReader(path: string, options: { atTop: boolean }): ((text: string) => Library[]) | undefined {
  const found = evidence.find((one) => one.path.test(path) && (options.atTop || !one.onlyAtTop));
  return found && ((text) => found.read(text, path).flatMap(({ name, version }) => library(found.ecosystem, name, version)));
}

/** Archives whose inside is looked at too. */
export const isNestedArchive = (path: string) => /\.(?:jar|war|ear|sar|par)$/i.test(path);
