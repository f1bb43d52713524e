import { gzipSync } from 'node:zlib';
import { lines, osv, packTar, packZip } from '@packhouse/testkit/start-scanning-platform.ts';
import { describe, expect, it } from 'vitest';
import { readDump } from './advisory/read-dump.ts';
import { memoryContent } from './inventory/content.ts';
import { knownFiles } from './inventory/libraries.ts';
import { type Limits, Meter, usualLimits } from './inventory/limits.ts';
import { readLibraries } from './inventory/read-libraries.ts';
import { isReject, readRecord } from './osv/osv-record.ts';

const libraries = (bytes: Buffer, limits: Partial<Limits> = {}, notes = new Set<string>()) =>
  readLibraries(memoryContent(bytes), knownFiles, new Meter({ ...usualLimits, ...limits }, bytes.length), notes);
const inner = { 'package/node_modules/a/package.json': '{"name":"a","version":"1.0.0"}' };

describe('archives of strangers', () => {
  it('are read within limits of entries, unpacked bytes, files, components and depth', async () => {
    await expect(libraries(await packTar({ a: '', b: '', c: '' }), { entries: 2 })).rejects.toThrow('The archive has too many entries');
    await expect(libraries(gzipSync(await packTar({ zeros: Buffer.alloc(4_000_000) }, false)), { unpacked: 1_000_000 })).rejects.toThrow('unpacks to far more');
    await expect(libraries(await packTar(inner), { file: 10 })).rejects.toThrow('is larger than 10 bytes');
    await expect(libraries(await packTar(inner), { components: 0 })).rejects.toThrow('more than 0 components');
    await expect(libraries(await packTar(inner), { time: -1 })).rejects.toThrow('took too long');
    let nested = await packZip({ 'META-INF/maven/g/a/pom.properties': 'groupId=g\nartifactId=a\nversion=1\n' });
    for (let depth = 0; depth < 10; depth++) nested = await packZip({ 'inner.jar': nested });
    const notes = new Set<string>();
    expect(await libraries(nested, {}, notes)).toEqual([]);
    expect([...notes]).toEqual(['Archives nested deeper than 5 levels were not read']);
  });

  it('may break off, lead outside, or hold what is no text', async () => {
    const whole = await packTar({ ...inner, 'package/b': 'x'.repeat(20_000) });
    await expect(libraries(whole.subarray(0, 60))).rejects.toThrow('cannot be read');
    await expect(libraries(Buffer.from('no archive at all'))).rejects.toThrow('no archive of a known kind');
    expect(await libraries(await packTar({ '../../etc/node_modules/x/package.json': '{"name":"x","version":"1"}' }))).toEqual([]);
    const odd = { 'p/node_modules/x/package.json': '{"name":{"a":1},"version":["1"]}', 'p/node_modules/y/package.json': Buffer.from([0xff, 0x00, 0xfe]) };
    expect(await libraries(await packTar(odd))).toEqual([]);
    const polluted = '{"lockfileVersion":1,"dependencies":{"__proto__":{"version":"6.6.6"},"constructor":{"version":"1.0.0"}}}';
    const [found] = await libraries(await packTar({ 'package/npm-shrinkwrap.json': polluted }));
    expect(found?.libraries.map(({ name }) => name).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as { version?: string }).version).toBeUndefined();
  });
});

describe('records of strangers', () => {
  const about = { ecosystem: 'npm', name: 'a', events: [{ introduced: '0' }] };
  const reason = (text: string) => {
    const record = readRecord(text, 'here');
    return isReject(record) ? record.reason : undefined;
  };

  it('are rejected with a reason', () => {
    expect(reason('not json')).toBe('It is not JSON');
    expect(reason(`{"id":"A","x":${'['.repeat(5000)}${']'.repeat(5000)}}`)).toMatch(/nested deeper/);
    expect(reason(JSON.stringify(osv('<script>', about)))).toBe('id: is no id');
    expect(reason(JSON.stringify(osv('A'.repeat(129), about)))).toBe('id: is no id');
    expect(reason(JSON.stringify(osv('DEMO-1', about, { modified: 'yesterday' })))).toBe('modified: is no moment in time');
    expect(reason(JSON.stringify(osv('DEMO-1', about, { schema_version: '2.0.0' })))).toMatch(/schema_version/);
    expect(reason('[]')).toMatch(/record|id/);
    expect(reason('null')).toMatch(/record/);
  });

  it('keep only addresses of the web', () => {
    const record = readRecord(
      JSON.stringify(
        osv('DEMO-1', about, {
          references: [
            { type: 'WEB', url: 'javascript:alert(1)' },
            { type: 'FIX', url: 'https://example.test/' },
          ],
        }),
      ),
      'here',
    );
    expect(isReject(record) ? [] : record.links).toEqual([{ type: 'FIX', url: 'https://example.test/' }]);
  });

  it('come as lines, documents, lists and archives, packed or not', async () => {
    const records = [osv('DEMO-1', about), osv('DEMO-2', about)];
    const ids = async (dump: Buffer) => {
      const found: string[] = [];
      await readDump(memoryContent(dump), async ({ text, place }) => {
        const record = readRecord(text, place);
        found.push(isReject(record) ? `rejected ${record.record}` : record.id);
      });
      return found.sort();
    };
    const both = ['DEMO-1', 'DEMO-2'];
    const files = { 'npm/DEMO-1.json': JSON.stringify(records[0]), 'DEMO-2.json': JSON.stringify(records[1]), 'README.md': 'no record' };
    expect(await ids(Buffer.from(lines(...records)))).toEqual(both);
    expect(await ids(gzipSync(lines(...records)))).toEqual(both);
    expect(await ids(Buffer.from(JSON.stringify(records, null, 2)))).toEqual(both);
    expect(await ids(Buffer.from(JSON.stringify(records[0], null, 2)))).toEqual(['DEMO-1']);
    expect(await ids(await packZip(files))).toEqual(both);
    expect(await ids(await packTar(files))).toEqual(both);
    expect(await ids(await packTar(files, false))).toEqual(both);
    await expect(ids((await packZip(files)).subarray(0, 200))).rejects.toThrow(/cannot be read/);
    await expect(ids((await packTar(files)).subarray(0, 80))).rejects.toThrow(/cannot be read/);
  });
});
