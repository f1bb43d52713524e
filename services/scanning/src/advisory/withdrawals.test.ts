import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, packTar, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryContent } from '../inventory/content.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { importDump } from './import-dump.ts';
import { insertRun } from './source-queries.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform();
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 3 });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const getRecords = (prefix: string) => Array.from({ length: 20 }, (_, index) => osv(`${prefix}-${index}`, { ecosystem: 'npm', name: `${prefix}-${index}` }));
const readMissing = async (source: number) =>
  (await db.selectFrom('advisory').select('id').where('source_id', '=', source).where('missing', '=', true).orderBy('id').execute()).map(({ id }) => id);

describe('what a complete dump lacks', () => {
  it('is not withdrawn when a later run has it, nor given back by an earlier one', async () => {
    const source = await test.source('overlap', { complete: true });
    const all = getRecords('OVER');
    await test.upload(source, lines(...all));
    const newRun = () => insertRun(db, { source_id: source, requested_by: 'test', sha256: null });
    const [earlier, later] = [await newRun(), await newRun()];
    const run = (id: number, records: object[]) => importDump({ db }, { id, sourceId: source, complete: true }, memoryContent(Buffer.from(lines(...records))));
    await run(later.id, all.slice(1));
    expect(await readMissing(source)).toEqual(['OVER-0']);
    expect(await run(earlier.id, all.slice(0, 19))).toMatchObject({ said: undefined });
    expect(await readMissing(source)).toEqual(['OVER-0']);
    await run((await newRun()).id, all);
    expect(await readMissing(source)).toEqual([]);
  });

  it('is not what was rejected, which its file names when it does not name itself', async () => {
    const source = await test.source('rejected', { complete: true });
    const files = Object.fromEntries(getRecords('FILE').map((one) => [`npm/${String(one.id)}.json`, JSON.stringify(one)]));
    await test.upload(source, await packTar(files));
    const { 'npm/FILE-0.json': _, ...others } = files;
    expect(await test.upload(source, await packTar({ ...others, 'npm/FILE-1.json': '{broken' }))).toMatchObject({ rejected: 1, withdrawn: 1 });
    expect(await readMissing(source)).toEqual(['FILE-0']);
  });

  it('is not withdrawn at all when nobody can say what was rejected', async () => {
    const source = await test.source('nameless', { complete: true });
    const all = getRecords('LINE');
    await test.upload(source, lines(...all));
    expect(await test.upload(source, `${lines(...all.slice(1))}\n{"broken}\n`)).toMatchObject({
      withdrawn: 0,
      message: expect.stringMatching(/nobody can say/),
    });
    expect(await readMissing(source)).toEqual([]);
  });
});
