import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AuxContext, Rows } from '../format.ts';
import { makeRequest, readRows } from '../test-fixtures.ts';
import { bulkAdvisories, treeAudit } from './npm-audit.ts';

const mine = [{ package: 'mine', version: '1.0.0', facts: {}, files: [] }];

/** Tells what the audit answered, and what the upstream was asked. */
async function audit(run: typeof bulkAdvisories, body: string | Buffer, { rows = [readRows(mine)], encoding }: { rows?: Rows[]; encoding?: string } = {}) {
  const asked: unknown[] = [];
  const upstream: AuxContext['upstream'] = async (_path, init) => {
    asked.push(JSON.parse(String(init?.body)));
    return { status: 200, headers: {}, body: Buffer.from('{}') };
  };
  const request = makeRequest('POST', '-/npm/v1/security/audits', encoding ? { 'content-encoding': encoding } : {});
  const answer = await run({ request, rows, upstream, body: Readable.from([Buffer.from(body)]) } as Partial<AuxContext> as AuxContext);
  return { answer, asked };
}

describe('audits of npm', () => {
  it('unpack no more than they would read, whatever is sent', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('{"a":["'), Buffer.alloc(5 * 1024 * 1024, 'x'), Buffer.from('"]}')]));
    expect(bomb.length).toBeLessThan(10_000);
    for (const run of [bulkAdvisories, treeAudit]) {
      await expect(audit(run, bomb, { encoding: 'gzip' })).rejects.toMatchObject({ code: 'too_large' });
      await expect(audit(run, Buffer.alloc(5 * 1024 * 1024, ' '))).rejects.toMatchObject({ code: 'too_large' });
      await expect(audit(run, 'no gzip', { encoding: 'gzip' })).rejects.toMatchObject({ code: 'bad_request' });
    }
  });

  it('look for all their names at once, and for so many at most', async () => {
    const all = readRows(mine);
    const looked: number[] = [];
    const rows: Rows = {
      ...all,
      package: () => Promise.reject(new Error('one by one')),
      knownNames: (names) => {
        looked.push(names.length);
        return all.knownNames(names);
      },
    };
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, {}]));
    await audit(bulkAdvisories, JSON.stringify(named(20_000)), { rows: [rows] });
    await audit(treeAudit, JSON.stringify({ dependencies: { p0: { dependencies: named(20_000) } } }), { rows: [rows] });
    expect(looked).toEqual([20_000, 20_000]);
    for (const [run, body] of [
      [bulkAdvisories, named(20_001)],
      [treeAudit, { dependencies: named(20_001) }],
    ] as const)
      await expect(audit(run, JSON.stringify(body), { rows: [rows] })).rejects.toMatchObject({ code: 'too_large' });
  });

  it('ask the upstream about what is not ours, packed or not', async () => {
    const question = JSON.stringify({ mine: ['1.0.0'], other: ['2.0.0'] });
    expect((await audit(bulkAdvisories, question)).asked).toEqual([{ other: ['2.0.0'] }]);
    expect((await audit(bulkAdvisories, gzipSync(question), { encoding: 'gzip' })).asked).toEqual([{ other: ['2.0.0'] }]);
    const tree = {
      name: 'project',
      requires: { mine: '1', other: '2' },
      dependencies: { mine: { version: '1.0.0' }, other: { version: '2.0.0', dependencies: { mine: { version: '1.0.0' }, third: { version: '3.0.0' } } } },
    };
    expect((await audit(treeAudit, JSON.stringify(tree))).asked).toEqual([
      { requires: { other: '2' }, dependencies: { other: { version: '2.0.0', dependencies: { third: { version: '3.0.0', dependencies: {} } } } } },
    ]);
  });
});
