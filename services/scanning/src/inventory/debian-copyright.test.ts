import { expect, it } from 'vitest';
import { readDebianCopyright } from './debian-copyright.ts';

const format = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: thing\n';
const makeFile = (licence: string, more = '') =>
  `${format}${more}\nFiles: *\nCopyright: somebody\nLicense: ${licence}\n text\n\nFiles: debian/*\nLicense: GPL-3+\n`;

it.each([
  ['GPL-2+', 'GPL-2.0-or-later'],
  ['LGPL-2.1', 'LGPL-2.1-only'],
  ['Expat', 'MIT'],
  ['GPL-1+ or Artistic', 'GPL-1.0-or-later OR Artistic-1.0'],
  ['GPL-2+ or Artistic, and BSD-3-clause', '(GPL-2.0-or-later OR Artistic-1.0) AND BSD-3-Clause'],
  // Nobody guesses what a name means that SPDX does not have.
  ['GPL-3+ with GCC exception', 'GPL-3+ with GCC exception'],
  ['public-domain', 'public-domain'],
])('a copyright file that says %s of all files means %s', (written, expected) => {
  expect(readDebianCopyright(makeFile(written))).toBe(expected);
});

it('what it says of the package as a whole comes first, and what only people can read says nothing', () => {
  expect(readDebianCopyright(makeFile('Expat', 'License: ISC\n'))).toBe('ISC');
  expect(readDebianCopyright('This package was debianized by somebody.\n\nLicense: GPL-2+\n')).toBeUndefined();
  expect(readDebianCopyright(`${format}\nFiles: src/*\nLicense: Expat\n`)).toBeUndefined();
  expect(readDebianCopyright(makeFile('x'.repeat(301)))).toBeUndefined();
});
