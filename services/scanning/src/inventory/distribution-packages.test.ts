import { describe, expect, it } from 'vitest';
import { readRecord } from '../osv/osv-record.ts';
import { readDpkgStatus } from './distribution-packages.ts';
import { libraryReader } from './libraries.ts';

describe('texts of images that somebody filled', () => {
  it('are read in one pass, a field of blanks that ends in a line of its own kind included', () => {
    const status = `Package: hello\nStatus: install ok installed\nVersion: 1.0\nX:${' '.repeat(2_000_000)}a\u2028b\n\nPackage: two\nStatus: x installed\nVersion: 2\n`;
    expect(readDpkgStatus(status)).toEqual([
      { name: 'hello', version: '1.0' },
      { name: 'two', version: '2' },
    ]);
  });

  it('name no gem by a name longer than a file system keeps', () => {
    const named = (name: string) => {
      const path = `specifications/${name}.gemspec`;
      return libraryReader(path, { atTop: false })!('');
    };
    expect(named('rack-3.0.1')).toMatchObject([{ name: 'rack', version: '3.0.1' }]);
    expect(named(`${'a-1'.repeat(100_000)}!`)).toEqual([]);
    expect(named(`${'a'.repeat(300)}-3.0.1`)).toEqual([]);
  });

  it('name no advisory by a place of nothing but letters', () => {
    expect(readRecord('', `all/${'a'.repeat(500_000)}`)).toMatchObject({ reason: expect.stringContaining('empty') });
    expect(readRecord('', 'all/GHSA-1.json')).toMatchObject({ id: 'GHSA-1' });
  });
});
