/** R's own words for licences. https://cran.r-project.org/doc/manuals/R-exts.html#Licensing */
const names: Readonly<Record<string, string>> = {
  'Apache License': 'Apache-2.0',
  'Apache License 2.0': 'Apache-2.0',
  'Apache License (== 2.0)': 'Apache-2.0',
  'Apache License (>= 2)': 'Apache-2.0',
  'Apache License (>= 2.0)': 'Apache-2.0',
  'Artistic-2.0': 'Artistic-2.0',
  'Artistic License 2.0': 'Artistic-2.0',
  BSD_2_clause: 'BSD-2-Clause',
  BSD_3_clause: 'BSD-3-Clause',
  'BSL-1.0': 'BSL-1.0',
  CC0: 'CC0-1.0',
  'CC BY 4.0': 'CC-BY-4.0',
  'CC BY-SA 4.0': 'CC-BY-SA-4.0',
  'CC BY-NC 4.0': 'CC-BY-NC-4.0',
  'CC BY-NC-SA 4.0': 'CC-BY-NC-SA-4.0',
  'CeCILL-2': 'CECILL-2.0',
  'EPL-2.0': 'EPL-2.0',
  'EUPL-1.2': 'EUPL-1.2',
  MIT: 'MIT',
  'Mozilla Public License 2.0': 'MPL-2.0',
  'MPL-2.0': 'MPL-2.0',
  Unlicense: 'Unlicense',
};

const gnu = /^(?<family>[AL]?GPL)(?:-(?<only>\d(?:\.\d)?)| ?\((?:>=|≥) ?(?<least>\d(?:\.\d)?)\)| ?\(== ?(?<exact>\d(?:\.\d)?)\))$/;

function readGnu(text: string): string | undefined {
  const { family, only, least, exact } = gnu.exec(text)?.groups ?? {};
  const version = only ?? least ?? exact;
  if (family === undefined || version === undefined) return undefined;
  return `${family}-${version.includes('.') ? version : `${version}.0`}-${least === undefined ? 'only' : 'or-later'}`;
}

function readOne(text: string): string | undefined {
  const plain = text.replace(/\+ ?file LICEN[CS]E$/, '').trim();
  return readGnu(plain) ?? (Object.hasOwn(names, plain) ? names[plain] : undefined);
}

/** The SPDX expression of a licence in R's words, in which a bar is a choice; as it is written where one of its parts is none that is known. */
export function readLicences(text: string | undefined): string[] {
  const written = text?.replaceAll(/\s+/g, ' ').trim().slice(0, 1000) ?? '';
  if (written === '') return [];
  const read = written.split('|').map((one) => readOne(one.trim()));
  return [read.includes(undefined) ? written : read.join(' OR ')];
}
