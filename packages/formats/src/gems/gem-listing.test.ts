import { createHash, Hash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rows, VersionRow } from '../stored-package.ts';
import { fileRow, makeRequest, readRows } from '../test-fixtures.ts';
import type { GemSpecification } from './gem-file.ts';
import { gems } from './gems.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const gem = (version: string, minute: number, yankedMinute?: number): VersionRow => ({
  version,
  createdAt: time(minute),
  facts: {
    ...(yankedMinute === undefined ? {} : { yanked: true, yankedAt: time(yankedMinute).toISOString() }),
    native: { dependencies: [], ruby: [['>=', '0']], rubygems: [['>=', '0']] } satisfies Partial<GemSpecification>,
  },
  files: [fileRow(`gems/${version}.gem`)],
});

describe('the lists of a repository of gems', () => {
  let read: number[];
  let packages: { id: number; name: string; revision: number; versions: VersionRow[] }[];
  let first = 1;

  function rows(): Rows {
    const known = packages.map((one) => ({ pointers: {}, ...one }));
    return {
      ...readRows([]),
      package: async (name) => known.find((one) => one.name === name),
      packageRevisions: async () => known,
      packages: async (ids) => {
        read.push(...ids);
        return known.filter((one) => ids.includes(one.id));
      },
    };
  }
  async function list(path: string): Promise<string> {
    const request = makeRequest('GET', path);
    const want = gems.classify(request)!;
    return String(gems.render!(want, (await gems.load!(want, rows()))!, { baseUrl: 'https://host/gems', request }).body);
  }
  const readSum = async (name: string) =>
    createHash('md5')
      .update(await list(`info/${name}`))
      .digest('hex');

  beforeEach(() => {
    read = [];
    // What is remembered of a package is remembered by its id.
    first += 10;
    packages = [
      { id: first, name: 'beta', revision: 1, versions: [gem('1.0', 1)] },
      { id: first + 1, name: 'acme', revision: 1, versions: [gem('2.0', 2), gem('1.0', 3)] },
    ];
  });

  it('FMT-015 only grow at the end, whatever comes or goes', async () => {
    let versions = await list('versions');
    expect(versions.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'created_at: 2000-01-01T00:00:00Z',
      '---',
      'beta 1.0',
      'acme 2.0',
      'acme 1.0',
      '',
    ]);
    const changes: (() => void)[] = [
      () => packages[1]?.versions.push(gem('1.5', 5)),
      () => packages.push({ id: first + 2, name: 'aaa', revision: 1, versions: [gem('1.0', 6)] }),
      () => packages[1]?.versions.splice(1, 1, gem('1.0', 3, 7)),
      () => packages[0]?.versions.push(gem('1.1', 8)),
    ];
    for (const change of changes) {
      change();
      for (const one of packages) one.revision++;
      const longer = await list('versions');
      expect(longer.startsWith(versions)).toBe(true);
      expect(longer.length).toBeGreaterThan(versions.length);
      versions = longer;
    }
    expect(versions).toContain(`\nacme -1.0 ${await readSum('acme')}\n`);
    expect(versions.endsWith(`\nbeta 1.1 ${await readSum('beta')}\n`)).toBe(true);
    expect((await list('info/acme')).split('\n').map((line) => line.split(' ')[0])).toEqual(['---', '2.0', '1.5', '']);
  });

  it('FMT-015 hold the sum of the information as it was, and hash what comes only once', async () => {
    const count = 200;
    const versions = Array.from({ length: count }, (_, at) => gem(`1.${at}`, at, at === 7 ? count + 1 : undefined));
    packages = [{ id: first + 2, name: 'often', revision: 1, versions: [gem('0.9', count), ...versions] }];
    const update = vi.spyOn(Hash.prototype, 'update');
    const text = await list('versions');
    const hashed = update.mock.calls.reduce((sum, [data]) => sum + String(data).length, 0);
    update.mockRestore();
    expect(text.trimEnd().split('\n').at(-1)).toBe(`often -1.7 ${await readSum('often')}`);
    const whole = (await list('info/often')).length;
    packages = [{ id: first + 3, name: 'often', revision: 1, versions: packages[0]!.versions.filter(({ version }) => version !== '1.7') }];
    expect(await readSum('often')).toBe(text.trimEnd().slice(-32));
    expect(hashed).toBeLessThan(whole * 10);
  });

  it('FMT-015 are read back as they were meant', async () => {
    packages[1]?.versions.splice(1, 1, gem('1.0', 3, 7));
    packages[0]!.versions = [gem('1.0', 1, 9)];
    const want = gems.classify(makeRequest('GET', 'versions'))!;
    const model = gems.parse!(want, Buffer.from(await list('versions')), { url: '', contentType: 'text/plain' });
    expect([...model.gems]).toEqual([['acme', { versions: ['2.0'], validator: await readSum('acme') }]]);
    expect(await list('names')).toBe('---\nacme\n');
  });

  it('FMT-015 are made of what has changed alone', async () => {
    await list('versions');
    expect(read).toEqual([first, first + 1]);
    await list('versions');
    expect(read).toHaveLength(2);
    packages[0]!.versions.push(gem('1.1', 9));
    packages[0]!.revision++;
    expect(await list('versions')).toContain('beta 1.1 ');
    expect(read).toEqual([first, first + 1, first]);
  });

  it('are read once, however many lines an upstream has for one gem', () => {
    const want = gems.classify(makeRequest('GET', 'versions'))!;
    const count = 200_000;
    const lines = Array.from({ length: count }, (_, at) => `acme 1.${at} ${'0'.repeat(32)}\n`);
    const read = gems.parse!(want, Buffer.from(`created_at: now\n---\n${lines.join('')}acme -1.0 ${'1'.repeat(32)}\n`), { url: '', contentType: 'text/plain' });
    expect([read.gems.get('acme')?.versions.length, read.gems.get('acme')?.validator]).toEqual([count - 1, '1'.repeat(32)]);
  });
});
