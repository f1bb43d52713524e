import { type AdvisorySource, dumpPath, type ImportRun } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import type { DemoClient } from './demo-client.ts';

const sources = '/ui/api/v1/xray/ui/sources';
const sourceName = 'Demo advisories';

interface DemoAdvisory {
  ecosystem: string;
  name: string;
  summary: string;
  /** Affected are all versions before it; all there are where nothing mends it. */
  fixed?: string;
  score: string;
  withdrawn?: string;
}

const severe = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const high = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N';
const medium = 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:L/A:N';
const low = 'CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:L/I:N/A:N';

/** Invented vulnerabilities of the demo's invented packages. */
const advisories: readonly DemoAdvisory[] = [
  { ecosystem: 'npm', name: '@shop/checkout', summary: 'A basket can be paid with somebody else’s card', fixed: '3.2.1', score: severe },
  { ecosystem: 'npm', name: '@shop/checkout', summary: 'The address form shows what was typed as HTML', fixed: '3.3.0', score: medium },
  { ecosystem: 'npm', name: '@shop/design-system', summary: 'A very long label makes a page stand still', fixed: '2.0.0', score: low },
  { ecosystem: 'npm', name: 'price-format', summary: 'Some prices were thought to leak; they do not', score: high, withdrawn: '2026-01-20T00:00:00Z' },
  { ecosystem: 'Maven', name: 'com.shop:order-service', summary: 'Orders of others can be read by counting their numbers', fixed: '1.5.0', score: high },
  { ecosystem: 'PyPI', name: 'shop-forecast', summary: 'A forecast file can run commands', fixed: '0.4.0', score: severe },
  { ecosystem: 'PyPI', name: 'shop-reports', summary: 'Reports can be made for a year that does not end', score: medium },
  { ecosystem: 'Go', name: 'shop.example/ledger', summary: 'A negative amount is booked twice', fixed: '1.1.0', score: high },
];

/** As OSV writes it. https://ossf.github.io/osv-schema/ */
function record({ ecosystem, name, summary, fixed, score, withdrawn }: DemoAdvisory, index: number): object {
  return {
    schema_version: '1.7.5',
    id: `DEMO-2026-${String(index + 1).padStart(4, '0')}`,
    modified: withdrawn ?? '2026-01-10T00:00:00Z',
    published: '2026-01-10T00:00:00Z',
    ...(withdrawn ? { withdrawn } : {}),
    summary,
    details: 'This vulnerability is invented, like the package it is about. It shows what a scan looks like.',
    severity: [{ type: 'CVSS_V3', score }],
    affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, ...(fixed ? [{ fixed }] : [])] }] }],
    references: [{ type: 'WEB', url: 'https://shop.example/security' }],
  };
}

async function sourceId(client: DemoClient): Promise<number> {
  const { items } = (await (await client.send('GET', sources)).json()) as { items: AdvisorySource[] };
  const known = items.find(({ name }) => name === sourceName);
  return known?.id ?? ((await (await client.json('POST', sources, { name: sourceName })).json()) as AdvisorySource).id;
}

/** Uploads advisories about what the shop makes, and waits until the packages were judged by them. Answers how many there are. */
export async function uploadAdvisories(client: DemoClient): Promise<number> {
  const id = await sourceId(client);
  const dump = advisories.map((one, index) => JSON.stringify(record(one, index))).join('\n');
  const { id: runId } = (await (await client.send('PUT', dumpPath(id), dump)).json()) as ImportRun;
  for (let attempt = 0; attempt < 120; attempt++) {
    const { items } = (await (await client.send('GET', `${sources}/${id}/runs`)).json()) as { items: ImportRun[] };
    const run = items.find((one) => one.id === runId);
    if (run?.status === 'failed') throw new Error(`The advisories could not be imported: ${run.message}`);
    if (run?.finishedAt) return run.records;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The advisories were not imported in a minute; is a process running jobs?');
}

/** Whether the platform scans at all. */
export async function hasScanner(client: DemoClient): Promise<boolean> {
  return client.send('GET', '/xray/api/v1/system/ping').then(
    () => true,
    () => false,
  );
}
