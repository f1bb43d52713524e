import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { installed } from './rpm-database.ts';
import { packHeader } from './test-rpm.ts';

const [database] = installed;
const read = (bytes: Buffer, owned: string[] = []) => database!.read(bytes, (folder, name) => owned.push(`${folder}/${name}`));

/** Headers as the database keeps them: without what stands before their table in a package. */
const blob = (name: string, more: Parameters<typeof packHeader>[0] = {}) =>
  packHeader({ 1000: name, 1001: '1.2', 1002: '3.el9', 1044: `${name}-src-1.2-3.el9.src.rpm`, ...more }).subarray(8);

const files = { 1116: [0, 1], 1117: ['tool', 'lib'], 1118: ['/usr/bin/', '/usr/lib/'] };
const blobs = [blob('bash', { 1003: [2], 1014: 'GPL-3.0-or-later', ...files }), blob('gpg-pubkey'), blob('big', { 1005: 'x'.repeat(40_000) })];
const expected = [
  { name: 'bash', version: '2:1.2-3.el9', sourceName: 'bash-src', sourceVersion: '2:1.2-3.el9', licence: 'GPL-3.0-or-later' },
  { name: 'big', version: '1.2-3.el9', sourceName: 'big-src', sourceVersion: '1.2-3.el9' },
];

function makeSqlite(kept: readonly Buffer[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rpm-'));
  try {
    const db = new DatabaseSync(join(folder, 'db'));
    db.exec('create table "Other" (a); create table "Packages" (hnum integer primary key autoincrement, blob blob not null)');
    for (const one of kept) db.prepare('insert into "Packages" (blob) values (?)').run(one);
    db.close();
    return readFileSync(join(folder, 'db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As rpm's own database in slots lays them out. */
function makeSlots(kept: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(4096);
  bytes.write('RpmP', 0);
  bytes.writeUInt32LE(1, 12);
  const parts = [bytes];
  let block = 4096 / 16;
  for (const [at, one] of kept.entries()) {
    const body = Buffer.alloc(Math.ceil((one.length + 28) / 16) * 16);
    body.write('BlbS', 0);
    body.writeUInt32LE(at + 1, 4);
    body.writeUInt32LE(one.length, 12);
    one.copy(body, 16);
    const slot = 32 + at * 16;
    bytes.write('Slot', slot);
    for (const [part, value] of [at + 1, block, body.length / 16].entries()) bytes.writeUInt32LE(value, slot + 4 + part * 4);
    parts.push(body);
    block += body.length / 16;
  }
  return Buffer.concat(parts);
}

/** A hash database with one page of keys, and pages of their own for every value. */
function makeBerkeley(kept: readonly Buffer[]): Buffer {
  const size = 4096;
  const pages = [Buffer.alloc(size), Buffer.alloc(size)];
  pages[0]!.writeUInt32LE(0x061561, 12);
  pages[0]!.writeUInt32LE(size, 20);
  const keys = pages[1]!;
  keys[25] = 13;
  keys.writeUInt16LE(kept.length * 2, 20);
  for (const [at, one] of kept.entries()) {
    const offset = size - (at + 1) * 16;
    keys.writeUInt16LE(offset, 26 + (at * 2 + 1) * 2);
    keys[offset] = 3;
    keys.writeUInt32LE(pages.length, offset + 4);
    keys.writeUInt32LE(one.length, offset + 8);
    for (let from = 0; from < one.length; from += size - 26) {
      const page = Buffer.alloc(size);
      const part = one.subarray(from, from + size - 26);
      page[25] = 7;
      page.writeUInt16LE(part.length, 22);
      part.copy(page, 26);
      if (from + size - 26 < one.length) page.writeUInt32LE(pages.length + 1, 16);
      pages.push(page);
    }
  }
  return Buffer.concat(pages);
}

describe('the database of installed packages', () => {
  it.each([
    ['SQLite', makeSqlite],
    ['slots', makeSlots],
    ['Berkeley', makeBerkeley],
  ])('is read in the form of %s', (_form, make) => {
    const owned: string[] = [];
    expect(read(make(blobs), owned)).toEqual(expected);
    expect(owned).toEqual(['usr/bin/tool', 'usr/lib/lib']);
  });

  it('may have more packages than fit on a page', () => {
    const many = Array.from({ length: 200 }, (_, at) => blob(`p${at}`, { 1004: 'y'.repeat(at * 20) }));
    for (const make of [makeSqlite, makeSlots]) expect(read(make(many)).map(({ name }) => name)).toEqual(many.map((_, at) => `p${at}`));
  });

  it('is refused when it is damaged, cut off, or leads in a circle', () => {
    expect(() => read(Buffer.from('no database'))).toThrow('unknown kind');
    for (const make of [makeSqlite, makeSlots, makeBerkeley]) {
      const whole = make(blobs);
      for (let cut = 64; cut < whole.length; cut += 997) {
        try {
          read(whole.subarray(0, cut));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }
    }
    const circle = makeBerkeley(blobs);
    circle.writeUInt32LE(2, 2 * 4096 + 16);
    circle.writeUInt32LE(0x7fffffff, 4096 + circle.readUInt16LE(4096 + 28) + 8);
    expect(() => read(circle)).toThrow('damaged');
  });
});
