import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Want } from '../format.ts';
import { rpmIndex } from './rpm-index.ts';

const repomd = '<repomd><data type="primary"><location href="repodata/p.xml"/></data></repomd>';
const version = '<version epoch="0" ver="1.0" rel="1"/>';
const element = (more: string) => `<package type="rpm"><name>hello</name><arch>noarch</arch>${version}${more}</package>`;

async function read(primary: string, head = repomd) {
  const open = async ({ path }: Want) => Readable.from([Buffer.from(path.endsWith('repomd.xml') ? head : primary)]);
  const entries = [];
  for await (const entry of rpmIndex.read('', open)) entries.push(entry);
  return entries;
}

describe('the listing of an RPM upstream', () => {
  it('is read package by package, and sends clients nowhere else', async () => {
    const far = ' xml:base="https://far.example.org/"';
    const list = `<metadata packages="2">\n${element(`<location${far} href="a.rpm"${far}/>`)}\n${element('<location href="b.rpm"/>')}\n</metadata>`;
    const [one, two, ...more] = await read(list);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ package: 'hello', key: 'hello-0:1.0-1.noarch', path: 'a.rpm', text: `${element('<location href="a.rpm"/>')}\n` });
    expect(two?.path).toBe('b.rpm');
  });

  it('leaves out a package whose place is no honest tag, and one that is broken off', async () => {
    for (const place of [' '.repeat(8_000_000), '<location '.repeat(1_000_000), `<location ${' '.repeat(8_000_000)}href="a.rpm"/>`])
      expect(await read(`${element(place.includes('href') ? place : `<location ${place}`)}${element('<location href="b.rpm"/>')}`)).toMatchObject([
        { path: 'b.rpm' },
      ]);
    expect(await read(`${element('<location href="b.rpm"/>')}${element('<location href="c.rpm"/>').slice(0, -3)}`)).toMatchObject([{ path: 'b.rpm' }]);
    expect(await read(element('<location href="b.rpm"/>').replace(version, '<version '.repeat(1_000_000)))).toEqual([]);
  });

  it('is nothing where its head names no list, and refused where that is far too large', async () => {
    const openings = ['<data type="primary">', '<data type="primary"', '<data type="primary"><checksum type="sha256"'];
    for (const opening of openings) expect(await read('', opening.repeat(1_000_000 / opening.length))).toEqual([]);
    await expect(read('', repomd.repeat(20_000))).rejects.toMatchObject({ code: 'upstream_failed' });
  });
});
