import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { listOperationalRisks } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { componentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import * as sources from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { packTar, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const day = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** What a publisher of end-of-life data tells, in its own layout. */
const published = {
  result: [
    {
      name: 'debian',
      label: 'Debian',
      releases: [
        { name: '10', eolFrom: '2024-06-30' },
        { name: '13', eolFrom: inDays(2000), eoasFrom: inDays(1000) },
      ],
    },
    {
      name: 'nodejs',
      label: 'Node.js',
      identifiers: [{ type: 'purl', id: 'pkg:docker/library/node' }],
      releases: [
        { name: '16', eolFrom: '2023-09-11' },
        { name: '1', isEol: true },
        { name: '24', eolFrom: inDays(900), eoasFrom: inDays(-5) },
      ],
    },
    {
      name: 'angularjs',
      label: 'AngularJS',
      identifiers: [{ type: 'purl', id: 'pkg:npm/angular' }],
      releases: [
        { name: '1.8', eolFrom: '2021-12-31' },
        { name: '1.9', eolFrom: inDays(30) },
      ],
    },
  ],
};

let document = Buffer.from(JSON.stringify(published));
let publisher: Server;
let base: string;
let test: ScanningTestPlatform;
let source: number;

beforeAll(async () => {
  publisher = createServer((request, response) => {
    const found = request.url === '/products/full';
    response.writeHead(found ? 200 : 404, { etag: `"${document.length}"` }).end(found ? document : undefined);
  });
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
  test = await startScanningPlatform({ actors: { somebody: {} } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'images', format: 'docker' });
  const old = await packTar({
    'etc/os-release': 'ID=debian\nVERSION_ID="10"\n',
    'srv/node_modules/angular/package.json': '{"name":"angular","version":"1.8.3"}',
  });
  await test.pushImage('images', 'shop', 'old', [old], { variables: ['NODE_VERSION=16.20.2'], base: 'docker.io/library/node:16-buster' });
  await test.pushImage('images', 'shop', 'new', [await packTar({ 'etc/os-release': 'ID=debian\nVERSION_ID="13"\n' })], { variables: ['NODE_VERSION=24.1.0'] });
  await test.publishNpm('js', 'angular', '1.9.0');
  for (const tag of ['old', 'new']) await test.scanned('docker://shop', tag);
  await test.scanned('npm://angular', '1.9.0');
});
afterAll(async () => {
  publisher.close();
  await test?.stop();
});

const readRisk = async (packageId: string, version: string) => (await test.call(listOperationalRisks, { query: { packageId, version } })).data[0];
const readUnsupported = async (version: string) => (await test.call(componentDetails, { body: { packageId: 'docker://shop', version } })).unsupported;

describe('end-of-life data', () => {
  it('asks nobody by itself, and says nothing of what nobody tells', async () => {
    expect(await readRisk('docker://shop', 'old')).toMatchObject({ level: 'None', reasons: [] });
    expect(await readUnsupported('old')).toEqual([]);
    await expect(test.call(sources.switchOnPresets, { body: { ids: ['eol'] } }, { as: 'somebody' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('SEC-042 comes from a mirror by one click, and says what an image is made of that is out of support', async () => {
    const { addresses } = await test.call(sources.listAdvisoryPresets, {});
    await test.call(sources.changeSourceAddresses, { body: { ...addresses, eol: `${base}/products/full` } });
    const { items } = await test.call(sources.switchOnPresets, { body: { ids: ['eol'] } });
    source = items[0]!.id;
    expect(await test.lastRun(source)).toMatchObject({ status: 'finished', records: 3, changed: 7, rejected: 0 });
    expect((await test.call(sources.listAdvisorySources, {})).items).toMatchObject([{ kind: 'eol', preset: 'eol', advisories: 7, goodAt: expect.any(String) }]);
    const risk = await readRisk('docker://shop', 'old');
    expect(risk).toMatchObject({
      level: 'High',
      reasons: [
        'Debian 10 is out of support since 2024-06-30',
        'Node.js 16 is out of support since 2023-09-11',
        'AngularJS 1.8 is out of support since 2021-12-31',
      ],
    });
    expect(risk?.facts.support?.map(({ what, product, version }) => [what, product, version])).toEqual([
      ['distribution', 'Debian', '10'],
      ['runtime', 'Node.js', '16.20.2'],
      ['component', 'AngularJS', '1.8.3'],
    ]);
    expect((await readUnsupported('old'))?.map(({ product, day }) => [product, day])).toEqual([
      ['Debian', '2024-06-30'],
      ['Node.js', '2023-09-11'],
      ['AngularJS', '2021-12-31'],
    ]);
    expect(await readRisk('docker://shop', 'new')).toMatchObject({ level: 'Low', reasons: [`Of Node.js 24 only what harms is mended since ${inDays(-5)}`] });
    expect(await readUnsupported('new')).toEqual([]);
    expect(await readRisk('npm://angular', '1.9.0')).toMatchObject({ level: 'Low', reasons: [`AngularJS 1.9 is supported until ${inDays(30)}`] });
  });

  it('judges what comes later, too, and a later document stands in the place of an earlier one, packed or not', async () => {
    await test.publishNpm('js', 'angular', '1.8.0');
    await test.scanned('npm://angular', '1.8.0');
    await expect.poll(async () => (await readRisk('npm://angular', '1.8.0'))?.level, patience).toBe('High');
    expect(await test.upload(source, 'nothing')).toMatchObject({ status: 'failed' });
    expect(await readRisk('npm://angular', '1.8.0')).toMatchObject({ level: 'High' });
    const without = { products: published.result.slice(0, 2).map(({ name, label, releases }) => ({ name, label, cycles: releases })) };
    expect(await test.upload(source, gzipSync(JSON.stringify(without)))).toMatchObject({ status: 'finished', records: 2, changed: 0 });
    expect(await readRisk('npm://angular', '1.8.0')).toMatchObject({ level: 'None' });
    expect(await readRisk('docker://shop', 'old')).toMatchObject({ level: 'High', reasons: ['Debian 10 is out of support since 2024-06-30'] });
    document = Buffer.from(JSON.stringify(published));
    const rules = [{ name: 'old', criteria: { op_risk_min_risk: 'High' as const }, actions: {} }];
    await test.call(createPolicy, { body: { name: 'unsupported', type: 'operational_risk', rules } });
    await test.call(createWatch, {
      body: { general_data: { name: 'everything' }, project_resources: { resources: [{ type: 'all-repos' }] }, assigned_policies: [{ name: 'unsupported' }] },
    });
    const violated = async () => (await test.call(listViolations, { body: {} })).data.map((one) => [one.packageId, one.version, one.type, one.severity]);
    await expect.poll(violated, patience).toEqual([['docker://shop', 'old', 'operational_risk', 'High']]);
    await test.call(sources.deleteAdvisorySource, { params: { id: source } });
    expect(await readRisk('docker://shop', 'old')).toMatchObject({ level: 'None', reasons: [] });
    await expect.poll(violated, patience).toEqual([]);
  });
});
