import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listIssues } from '@packhouse/contract/scanning/scanning-routes.ts';
import * as contract from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { lines, osv, packTar, packZip, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let test: ScanningTestPlatform;
let upstream: Server;
let address: string;
const heard: (string | undefined)[] = [];
const dump = { body: '', etag: '"one"' };

beforeAll(async () => {
  test = await startScanningPlatform({ actors: { somebody: {} } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.publishNpm('js', 'app', '1.0.0');
  upstream = createServer((request, response) => {
    heard.push(request.headers['if-none-match']);
    if (request.headers['if-none-match'] === dump.etag) response.writeHead(304).end();
    else response.writeHead(200, { etag: dump.etag }).end(dump.body);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/all.jsonl`;
});
afterAll(async () => {
  upstream.close();
  await test.stop();
});

const app = { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }] };
const readIdsOfApp = async () => (await test.call(listIssues, { query: { packageId: 'npm://app', version: '1.0.0' } })).data.map(({ id }) => id);

describe('sources of advisories', () => {
  it('withdraw what a complete dump lacks, but nothing when a dump breaks off or lacks too much', async () => {
    await test.scanned('npm://app', '1.0.0');
    const source = await test.source('complete', { complete: true });
    const all = [osv('DEMO-app', app), ...Array.from({ length: 19 }, (_, index) => osv(`DEMO-${index}`, { ...app, name: `other-${index}` }))];
    expect(await test.upload(source, lines(...all))).toMatchObject({ status: 'finished', records: 20, changed: 20, withdrawn: 0, message: null });
    expect(await readIdsOfApp()).toEqual(['DEMO-app']);
    const archive = await packTar(Object.fromEntries(all.slice(1).map((one) => [`${String(one.id)}.json`, JSON.stringify(one)])));
    expect(await test.upload(source, archive.subarray(0, archive.length - 60))).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/cannot be read/),
    });
    expect(await test.upload(source, (await packZip({ 'DEMO-1.json': JSON.stringify(all[2]) })).subarray(0, 100))).toMatchObject({ status: 'failed' });
    expect(await test.upload(source, lines(...all.slice(10)))).toMatchObject({
      status: 'finished',
      withdrawn: 0,
      message: expect.stringMatching(/more likely cut off/),
    });
    expect(await readIdsOfApp()).toEqual(['DEMO-app']);
    expect(await test.upload(source, lines(...all.slice(1)))).toMatchObject({ status: 'finished', withdrawn: 1 });
    expect(await readIdsOfApp()).toEqual([]);
    expect(await test.upload(source, lines(...all))).toMatchObject({ changed: 1 });
    expect(await readIdsOfApp()).toEqual(['DEMO-app']);
  });

  it('reject records, not the dump, and change nothing the second time', async () => {
    const source = await test.source('mixed');
    const text = `${lines(osv('GOOD-1', { ...app, name: 'x' }))}\n{"id":"BAD-1"}\n{"broken}\n`;
    const run = await test.upload(source, text);
    expect(run).toMatchObject({ status: 'finished', records: 3, changed: 1, rejected: 2 });
    expect(run.rejects.map(({ record }) => record)).toEqual(['BAD-1', 'line 3']);
    expect(await test.upload(source, text)).toMatchObject({ records: 3, changed: 0 });
  });

  it('are fetched from their address, and not again while it says the same', async () => {
    dump.body = lines(osv('FETCHED-1', { ...app, name: 'y' }));
    const id = await test.source('fetched', { url: address });
    const fetchNow = async () => {
      await test.call(contract.fetchAdvisorySource, { params: { id } });
      return test.lastRun(id);
    };
    expect(await fetchNow()).toMatchObject({ status: 'finished', records: 1 });
    expect(await fetchNow()).toMatchObject({ status: 'unchanged' });
    expect(heard).toEqual([undefined, '"one"']);
    const sources = (await test.call(contract.listAdvisorySources, {})).items;
    expect(sources.find((one) => one.id === id)).toMatchObject({ advisories: 1, lastRun: { status: 'unchanged' } });
  });

  it('ACC-007 change, and are read, only together with their entry in the audit log', async () => {
    const id = await test.source('kept');
    const withAddress = await test.source('fetched later', { url: address });
    const all = async () => [(await test.call(contract.listAdvisorySources, {})).items, (await test.call(contract.listImportRuns, { params: { id } })).items];
    const known = await all();
    const refusal = vi.spyOn(test.platform.identity, 'audit').mockImplementation(async (_entry, transaction) => {
      if (transaction) throw new Error('the log is full');
    });
    const refused = { status: 500 };
    await expect(test.call(contract.createAdvisorySource, { body: { name: 'unrecorded' } })).rejects.toMatchObject(refused);
    await expect(test.call(contract.changeAdvisorySource, { params: { id }, body: { name: 'changed' } })).rejects.toMatchObject(refused);
    await expect(test.call(contract.deleteAdvisorySource, { params: { id } })).rejects.toMatchObject(refused);
    await expect(test.call(contract.fetchAdvisorySource, { params: { id: withAddress } })).rejects.toMatchObject(refused);
    const upload = await fetch(test.baseUrl + contract.dumpPath(id), { method: 'PUT', body: '{}', headers: test.headersOf('admin') });
    expect(upload.status).toBe(500);
    refusal.mockRestore();
    expect(await all()).toEqual(known);
  });

  it('SEC-014 are listed with their last run at their address', async () => {
    const id = await test.source('listed');
    const answer = await fetch(`${test.baseUrl}/ui/api/v1/xray/ui/sources`, { headers: test.headersOf('admin') });
    expect(answer.status).toBe(200);
    expect((await answer.json()).items).toContainEqual(expect.objectContaining({ id, name: 'listed' }));
  });

  it('are for administrators, and audited', async () => {
    const id = await test.source('own');
    const refused = { code: 'forbidden' };
    await expect(test.call(contract.listAdvisorySources, {}, { as: 'somebody' })).rejects.toMatchObject(refused);
    await expect(test.call(contract.createAdvisorySource, { body: { name: 'x' } }, { as: 'somebody' })).rejects.toMatchObject(refused);
    for (const as of ['somebody', 'anonymous']) {
      const answer = await fetch(test.baseUrl + contract.dumpPath(id), { method: 'PUT', body: '{}', headers: test.headersOf(as) });
      expect(answer.status).toBe(as === 'anonymous' ? 401 : 403);
    }
    await expect(test.call(contract.createAdvisorySource, { body: { name: 'own' } })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(test.call(contract.createAdvisorySource, { body: { name: 'with a secret', url: 'https://user:word@example.test/' } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await test.call(contract.changeAdvisorySource, { params: { id }, body: { name: 'ours', enabled: false } });
    await test.call(contract.deleteAdvisorySource, { params: { id } });
    await expect(test.call(contract.listImportRuns, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
    const actions = test.audited.map(({ action }) => action);
    for (const verb of ['created', 'changed', 'uploaded', 'fetched', 'deleted']) expect(actions).toContain(`advisory-source.${verb}`);
  });
});
