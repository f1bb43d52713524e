import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { type AdvisorySource, dumpPath, type ImportRun } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import type { DemoClient } from '@packhouse/formats/demo/format-demo.ts';
import { demos } from './fill.ts';

const sources = '/ui/api/v1/xray/ui/sources';
const sourceName = 'Demo advisories';

/** Invented vulnerabilities of the demo's invented packages, in the words of their ecosystem. */
const advisories = demos.flatMap(({ format, demo }) => (demo.advisories ?? []).map((one) => ({ ...one, ecosystem: getCard(format).scanning?.ecosystem })));

/** As OSV writes it. https://ossf.github.io/osv-schema/ */
function record({ ecosystem, name, summary, fixed, score, withdrawn }: (typeof advisories)[number], index: number): object {
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
