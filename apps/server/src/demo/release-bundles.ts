import type { DemoClient } from './demo-client.ts';
import { repositoryOf } from './story.ts';

const bundles = '/distribution/api/v1/release_bundle';

interface DemoReleaseBundle {
  name: string;
  version: string;
  description: string;
  notes: string;
  criteria: object;
  signed: boolean;
}

/** What the shop releases: one version that went out, and one that is still being put together. */
const demoBundles: readonly DemoReleaseBundle[] = [
  {
    name: 'order-service',
    version: '1.5.0',
    description: 'The order service as the branches run it',
    notes: '## New\n\n- Orders can be followed to the door\n- Numbers of orders can no longer be guessed',
    criteria: { repo: repositoryOf('maven'), path: 'com/shop/order-service/1.5.0' },
    signed: true,
  },
  {
    name: 'storefront-charts',
    version: '0.14.0',
    description: 'Charts for the next roll-out',
    notes: 'Waits for the load test.',
    criteria: { repo: repositoryOf('helm'), name: { $match: 'storefront-0.14.0*' } },
    signed: false,
  },
];

/** Is there a service that takes them? */
export async function distributes(client: DemoClient): Promise<boolean> {
  return client.send('GET', '/distribution/api/v1/system/ping').then(
    () => true,
    () => false,
  );
}

/** Puts release bundles together from what was published; those that are there stay as they are. */
export async function makeReleaseBundles(client: DemoClient): Promise<void> {
  const known = (await (await client.send('GET', bundles)).json()) as { name: string; version: string }[];
  for (const { name, version, description, notes, criteria, signed } of demoBundles) {
    if (known.some((one) => one.name === name && one.version === version)) continue;
    await client.json('POST', bundles, {
      name,
      version,
      description,
      sign_immediately: signed,
      release_notes: { syntax: 'markdown', content: notes },
      spec: { queries: [{ aql: `items.find(${JSON.stringify(criteria)})` }] },
    });
  }
}
