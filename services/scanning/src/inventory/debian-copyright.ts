// https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

const machineReadable = /^Format:\s*https?:\/\/(?:www\.)?debian\.org\/doc\/packaging-manuals\/copyright-format\/1\.0/im;
const longest = 300;

/** Names that Debian writes otherwise than SPDX, in small letters. */
const spdxNames: Readonly<Record<string, string>> = {
  expat: 'MIT',
  mit: 'MIT',
  isc: 'ISC',
  zlib: 'Zlib',
  artistic: 'Artistic-1.0',
  'artistic-2.0': 'Artistic-2.0',
  'apache-2.0': 'Apache-2.0',
  'bsd-2-clause': 'BSD-2-Clause',
  'bsd-3-clause': 'BSD-3-Clause',
  'bsd-4-clause': 'BSD-4-Clause',
  'mpl-1.1': 'MPL-1.1',
  'mpl-2.0': 'MPL-2.0',
  'cc0-1.0': 'CC0-1.0',
  'python-2.0': 'Python-2.0',
};

/** A name of Debian as SPDX writes it; undefined where that is not known for sure. */
function toSpdxName(name: string): string | undefined {
  const [, family, major, minor = '0', later] = /^((?:A|L)?GPL)-(\d)(?:\.(\d))?(\+?)$/i.exec(name) ?? [];
  if (family !== undefined) return `${family.toUpperCase()}-${major}.${minor}-${later ? 'or-later' : 'only'}`;
  return spdxNames[name.toLowerCase()];
}

/** Names of which some are enough, or all are needed, in the words of SPDX. */
function joinNames(text: string): string | undefined {
  const parts = text.split(/\s+(and|or)\s+/i).map((part, at) => (at % 2 === 1 ? part.toUpperCase() : toSpdxName(part.trim())));
  return parts.includes(undefined) ? undefined : parts.join(' ');
}

/** What is said of a licence as an expression of SPDX, or as it was written where its names are not known. A comma says what belongs together. */
function toExpression(text: string): string {
  const groups = text.split(/,\s+(and|or)\s+/i);
  if (groups.length === 1) return joinNames(text) ?? text;
  const joined = groups.map((group, at) => {
    if (at % 2 === 1) return group.toUpperCase();
    const names = joinNames(group);
    return names?.includes(' ') ? `(${names})` : names;
  });
  return joined.includes(undefined) ? text : joined.join(' ');
}

/** The first line of a field. */
const readField = (stanza: string, name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(stanza)?.[1]?.trim() ?? '';

/**
 * The licence that a copyright file of Debian says of a package as a whole, or of all its files for which it says nothing else; undefined where only people can
 * read it. What it says of single files is left out: much of that is about what built the package and is not in it.
 */
export function readDebianCopyright(text: string): string | undefined {
  const [header = '', ...stanzas] = text.split(/\n[ \t]*\n/);
  if (!machineReadable.test(header)) return undefined;
  const whole = readField(header, 'License') || readField(stanzas.find((stanza) => readField(stanza, 'Files') === '*') ?? '', 'License');
  return whole === '' || whole.length > longest ? undefined : toExpression(whole);
}
