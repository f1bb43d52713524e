import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findLicence, findLicences, isLicenceFile } from './licence-text.ts';

const folder = new URL('./licences/', import.meta.url);
const ids = readdirSync(folder).map((name) => name.replace(/\.txt$/, ''));
const read = (id: string) => readFileSync(new URL(`${id}.txt`, folder), 'utf8');
const fill = (text: string, words: number) => `${text}\n${'no other word '.repeat(words / 3)}`;

describe('texts of licences', () => {
  it('are known as they stand in the list, each by itself alone', () => {
    expect(ids.filter((id) => findLicence(read(id)) !== id)).toEqual([]);
  });

  it('are known however they are set, by whom they were signed and with or without what follows their terms', () => {
    const mit = read('MIT').replaceAll('\n', '\r\n').replace('<year> <copyright holders>', '2026 Ada and Grace <ada@example.org>');
    expect(findLicence(`The MIT License (MIT)\n=====================\n\n${mit.toUpperCase()}`)).toBe('MIT');
    const apache = read('Apache-2.0');
    expect(findLicence(`                 ${apache.replaceAll('\n', '\n      ')}`)).toBe('Apache-2.0');
    expect(findLicence(apache.slice(0, apache.indexOf('END OF TERMS') + 27))).toBe('Apache-2.0');
    const bsd = read('BSD-3-Clause')
      .replace(/Neither the name of[^,]*? nor/, 'Neither the name of Shop and Sons Ltd. nor')
      .replaceAll('HOLDER', 'OWNER');
    expect(findLicence(bsd.replaceAll(/^\d\. /gm, '   * '))).toBe('BSD-3-Clause');
    expect(
      findLicence(
        read('ISC')
          .replaceAll(/\bISC\b/g, 'THE AUTHOR')
          .replace('and/or', 'and'),
      ),
    ).toBe('ISC');
  });

  it('are none where terms were added, taken away or only named', () => {
    const clause = 'The Software is provided to you by the Licensor under the License, as defined below, subject to the following condition. ';
    expect(findLicence(`"Commons Clause" License Condition v1.0\n\n${clause.repeat(9)}\n\n${read('Apache-2.0')}`)).toBeUndefined();
    expect(findLicence(fill(read('GPL-3.0-only'), 300))).toBeUndefined();
    expect(findLicence(read('MIT').slice(0, 700))).toBeUndefined();
    expect(findLicence('Licensed under the Apache License, Version 2.0')).toBeUndefined();
    expect(findLicence('')).toBeUndefined();
  });

  it('are looked for within bounds, however long a text is and whatever it repeats', () => {
    for (const start of ['Apache License', 'Redistributions of source code\n', 'Neither the name of ', 'copyright (c) ', '1. ']) {
      expect(findLicence(start.repeat(199_000 / start.length)), start).toBeUndefined();
      expect(findLicence(`${start}${' '.repeat(10_000_000)}x`), start).toBeUndefined();
    }
  });
});

describe('licences of a package by its texts', () => {
  it('are all that it carries, also behind each other in one file', () => {
    const both = `${read('Apache-2.0')}\n--------------------\n\n${read('BSD-3-Clause')}`;
    expect(findLicences([both, read('MIT')])).toEqual(['Apache-2.0', 'BSD-3-Clause', 'MIT']);
    expect(findLicences([read('GPL-3.0-only'), read('LGPL-3.0-only')])).toEqual(['LGPL-3.0-only']);
    expect(findLicences([])).toEqual([]);
  });

  it('are unknown where one of them is, or where there are too many', () => {
    expect(findLicences([read('MIT'), 'Nobody may use this.'])).toEqual([]);
    expect(findLicences([`${read('MIT')}\n----------\n${'Nobody may use this. '.repeat(10)}`])).toEqual([]);
    expect(findLicences(Array.from({ length: 9 }, () => read('MIT')))).toEqual([]);
  });

  it('stand in files of these names', () => {
    const names = ['LICENSE', 'licence.txt', 'LICENSE-MIT', 'LICENSE.Apache-2.0', 'COPYING.LESSER', 'UNLICENSE', 'License.md'];
    const others = ['LICENSE-3RD-THIRD-PARTY', 'LICENSE.docs', 'license.go', 'licenses/MIT', 'README.md', 'PATENTS', 'LICENSE_header.txt', 'licensed'];
    expect([...names, ...others].filter(isLicenceFile)).toEqual(names);
  });
});
