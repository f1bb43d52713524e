import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { componentDetails, listIssues } from '@packhouse/contract/scanning/scanning-routes.ts';
import * as contract from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { osv, packZip, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A publisher of feeds in the layout of the real ones: an archive an ecosystem, a list of what changed, and each record by itself. */
const files = new Map<string, Buffer>();
const asked: string[] = [];
let breaksOnce = false;
let wrongSum = false;
let publisher: Server;
let base: string;

function serve(request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(request.url ?? '/');
  asked.push(`${path}${request.headers.range ? ` ${request.headers.range}` : ''}`);
  const content = files.get(path);
  if (!content) return void response.writeHead(404).end();
  const etag = `"${createHash('md5').update(content).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const sum = createHash('md5')
    .update(wrongSum ? 'another' : content)
    .digest('base64');
  const headers = { etag, 'x-goog-hash': `crc32c=AAAAAA==, md5=${sum}`, 'content-length': String(content.length - start) };
  response.writeHead(start > 0 ? 206 : 200, headers);
  if (!breaksOnce || start > 0) return void response.end(content.subarray(start));
  breaksOnce = false;
  response.write(content.subarray(0, Math.floor(content.length / 2)), () => setImmediate(() => response.destroy()));
}

const app = { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }] };
const later = { modified: '2026-02-01T00:00:00Z' };

async function publish(records: readonly Record<string, unknown>[]): Promise<void> {
  files.set('/npm/all.zip', await packZip(Object.fromEntries(records.map((one) => [`${String(one.id)}.json`, JSON.stringify(one)]))));
  for (const one of records) files.set(`/npm/${String(one.id)}.json`, Buffer.from(JSON.stringify(one)));
  const newest = records.toSorted((a, b) => (String(a.modified) < String(b.modified) ? 1 : -1));
  files.set('/npm/modified_id.csv', Buffer.from(newest.map(({ modified, id }) => `${String(modified)},${String(id)}`).join('\n')));
}

let test: ScanningTestPlatform;
let npm: number;
beforeAll(async () => {
  publisher = createServer(serve);
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
  test = await startScanningPlatform({ actors: { somebody: {} } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.publishNpm('js', 'app', '1.0.0');
  await test.scanned('npm://app', '1.0.0');
});
afterAll(async () => {
  publisher.close();
  await test.stop();
});

const details = () => test.call(componentDetails, { body: { packageId: 'npm://app', version: '1.0.0' } });
const findIssues = (order: 'severity' | 'exploitation' = 'severity') =>
  test.call(listIssues, { query: { packageId: 'npm://app', version: '1.0.0', order_by: order } });
async function fetchNow(id: number) {
  asked.length = 0;
  await test.call(contract.fetchAdvisorySource, { params: { id } });
  return test.lastRun(id);
}

describe('presets', () => {
  it('are off, ask nobody, and leave what no source stands for not judged', async () => {
    const { items, addresses } = await test.call(contract.listAdvisoryPresets, {});
    expect(items.filter(({ sourceId }) => sourceId !== null)).toEqual([]);
    expect(items.find(({ id }) => id === 'osv-npm')).toMatchObject({ fits: true, ecosystem: 'npm', url: `${addresses.osv}/npm/all.zip` });
    expect(items.find(({ id }) => id === 'osv-pypi')).toMatchObject({ fits: false });
    expect(await details()).toMatchObject({
      status: 'scanned',
      vulnerabilities: { critical: 0, notJudged: true },
      judged: [{ ecosystem: 'npm', components: 1, sources: [] }],
    });
    await expect(test.call(contract.listAdvisoryPresets, {}, { as: 'somebody' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(contract.switchOnPresets, { body: { ids: ['none'] } })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that fit are switched on at once, from a mirror; what they judge says by whom and as of when', async () => {
    await publish([osv('GHSA-app', { ...app, events: [{ introduced: '0' }, { fixed: '1.0.0' }] })]);
    files.set(
      '/kev.json',
      Buffer.from(JSON.stringify({ vulnerabilities: [{ cveID: 'CVE-2026-0002', dateAdded: '2026-01-05', knownRansomwareCampaignUse: 'Known' }] })),
    );
    files.set('/epss.csv.gz', gzipSync('#model_version:v1\ncve,epss,percentile\nCVE-2026-0001,0.9,0.99\nCVE-2026-0002,0.1,0.5\nnonsense,1,1\n'));
    files.set('/products.json', Buffer.from('{"products":[{"name":"one","cycles":[{"cycle":"1","eol":"2020-01-01"},{"cycle":"2","eol":false}]}]}'));
    await test.call(contract.changeSourceAddresses, {
      body: { osv: base, epss: `${base}/epss.csv.gz`, kev: `${base}/kev.json`, eol: `${base}/products.json` },
    });
    const { items } = await test.call(contract.switchOnPresets, { body: { ids: 'fitting' } });
    expect(items.map(({ preset }) => preset)).toEqual(['osv-npm', 'epss', 'kev', 'eol']);
    const runs = [];
    for (const { id } of items) runs.push(await test.lastRun(id));
    expect(runs).toMatchObject([
      { status: 'finished', records: 1 },
      { status: 'finished', records: 3, rejected: 1 },
      { status: 'finished', records: 1 },
      { status: 'finished', records: 1, changed: 2 },
    ]);
    npm = items[0]!.id;
    const { vulnerabilities, judged } = await details();
    expect(vulnerabilities).toMatchObject({ partial: false, notJudged: false, judgedBy: [{ name: 'OSV: npm', at: expect.any(String) }] });
    expect(judged).toEqual([{ ecosystem: 'npm', components: 1, sources: [{ name: 'OSV: npm', at: expect.any(String) }] }]);
    const source = (await test.call(contract.listAdvisorySources, {})).items.find(({ id }) => id === npm);
    expect(source).toMatchObject({ covers: ['npm'], complete: true, every: 'day', goodAt: judged[0]?.sources[0]?.at, nextAt: expect.any(String) });
    expect((await test.call(contract.switchOnPresets, { body: { ids: 'fitting' } })).items).toEqual([]);
    expect(test.audited.map(({ action }) => action)).toContain('advisory-source.changed');
  });

  it('fetch only what changed after the first time, and nothing when nothing did', async () => {
    const first = osv('GHSA-first', app, { ...later, aliases: ['CVE-2026-0001'] });
    const second = osv('GHSA-second', app, { ...later, aliases: ['CVE-2026-0002'] });
    await publish([osv('GHSA-app', { ...app, events: [{ introduced: '0' }, { fixed: '1.0.0' }] }), first, second]);
    expect(await fetchNow(npm)).toMatchObject({ status: 'finished', records: 2, changed: 2, withdrawn: 0 });
    expect(asked.sort()).toEqual(['/npm/GHSA-first.json', '/npm/GHSA-second.json', '/npm/modified_id.csv']);
    expect(await fetchNow(npm)).toMatchObject({ status: 'unchanged' });
    expect(asked).toEqual(['/npm/modified_id.csv']);
  });

  it('say what is exploited, and how probably, and order by it', async () => {
    const { data } = await findIssues('exploitation');
    expect(data.map(({ id, exploited, epss }) => [id, exploited, Math.round((epss ?? 0) * 100)])).toEqual([
      ['CVE-2026-0002', '2026-01-05', 10],
      ['CVE-2026-0001', null, 90],
    ]);
    expect((await findIssues()).data.map(({ id }) => id)).toEqual(['CVE-2026-0001', 'CVE-2026-0002']);
    const kev = (await test.call(contract.listAdvisorySources, {})).items.find(({ kind }) => kind === 'kev')!;
    expect(await test.upload(kev.id, '{"vulnerabilities":[{"cveID":"CVE-2026-0009","dateAdded":"2026-01-05"}]}')).toMatchObject({ status: 'finished' });
    expect((await findIssues()).data.map(({ exploited }) => exploited)).toEqual([null, null]);
    expect(await test.upload(kev.id, '{"vulnerabilities":[]}')).toMatchObject({ status: 'failed' });
  });

  it('go on where a download broke off, and take nothing that is not what its publisher says', async () => {
    const source = (await test.call(contract.listAdvisorySources, {})).items.find(({ id }) => id === npm)!;
    const { name, url, complete, covers } = source;
    // Another address forgets what is known, so that everything is fetched.
    const again = async (query: string) => {
      await test.call(contract.changeAdvisorySource, { params: { id: npm }, body: { name, url: `${url}${query}`, complete, covers } });
      files.set(`/npm/all.zip${query}`, files.get('/npm/all.zip')!);
      return fetchNow(npm);
    };
    breaksOnce = true;
    expect(await again('?again=1')).toMatchObject({ message: null, status: 'finished', records: 3 });
    expect(asked).toEqual(['/npm/all.zip?again=1', expect.stringMatching(/^\/npm\/all\.zip\?again=1 bytes=\d+-$/)]);
    wrongSum = true;
    expect(await again('?again=2')).toMatchObject({ status: 'failed', message: 'The dump is not what its publisher says it is' });
    wrongSum = false;
    expect((await findIssues()).total_count).toBe(2);
  });
});
