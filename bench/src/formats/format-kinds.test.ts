import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpacked } from './bench-repository.ts';
import { type FormatName, formatKinds, type Read } from './format-kinds.ts';

const readKind = (name: FormatName) => formatKinds.find((kind) => kind.name === name) ?? expect.fail(name);
const getRead =
  (files: Readonly<Record<string, string>>): Read =>
  async (path) =>
    files[path] === undefined ? undefined : Buffer.from(files[path]);

it('gives every package of a format other paths or other bytes', async () => {
  for (const kind of formatKinds) {
    const [one, other] = [await kind.uploads(1), await kind.uploads(2)];
    expect(one.length).toBeGreaterThan(0);
    expect(one.map(({ path, body }) => `${path} ${body.toString('latin1')}`)).not.toEqual(other.map(({ path, body }) => `${path} ${body.toString('latin1')}`));
  }
});

it('sends a crate behind the length of its description and its own', async () => {
  const body = (await readKind('cargo').uploads(7))[0]?.body ?? Buffer.alloc(0);
  const length = body.readUInt32LE(0);
  expect(JSON.parse(body.toString('utf8', 4, 4 + length))).toMatchObject({ name: 'bench-000007', vers: '1.0.0' });
  expect(body.readUInt32LE(4 + length)).toBe(body.length - length - 8);
  expect(gunzipSync(body.subarray(8 + length)).includes('bench-000007-1.0.0/Cargo.toml')).toBe(true);
});

it('closes the header of an RPM with a region that spans all entries', async () => {
  const body = (await readKind('rpm').uploads(3))[0]?.body ?? Buffer.alloc(0);
  const magic = Buffer.from([0x8e, 0xad, 0xe8, 0x01]);
  const header = body.indexOf(magic, body.indexOf(magic) + 4);
  const [count, stored] = [body.readUInt32BE(header + 8), body.readUInt32BE(header + 12)];
  const end = header + 16 + count * 16 + stored - 16;
  expect(header % 8).toBe(0);
  expect([0, 4, 8, 12].map((at) => body.readInt32BE(end + at))).toEqual([63, 7, -count * 16, 16]);
});

it('reads the list that the head names', async () => {
  const sum = 'a'.repeat(64);
  const path = `dists/stable/main/binary-amd64/by-hash/SHA256/${sum}`;
  const head = `SHA256:\n ${'b'.repeat(64)}          10 main/binary-amd64/Packages\n ${sum}          10 main/binary-amd64/Packages.gz\n`;
  const debian = readKind('debian');
  expect(String(await debian.list(getRead({ 'dists/stable/InRelease': head, [path]: 'the list' }), 1))).toBe('the list');
  expect(await debian.list(getRead({}), 1)).toBeUndefined();
  const repomd = '<data type="primary"><location href="repodata/x-primary.xml.gz"/></data><data type="other"><location href="repodata/x-other.xml.gz"/></data>';
  expect(String(await readKind('rpm').list(getRead({ 'repodata/repomd.xml': repomd, 'repodata/x-primary.xml.gz': 'primary' }), 1))).toBe('primary');
});

it('finds a package in a list, compressed or not', () => {
  const list = Buffer.from('Package: bench-000012\nVersion: 1.0-1\n');
  expect(readKind('debian').holds(unpacked(gzipSync(list)), 12)).toBe(true);
  expect(readKind('debian').holds(unpacked(list), 1)).toBe(false);
});
