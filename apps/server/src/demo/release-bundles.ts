import type { DemoClient } from '@packhouse/formats/demo/format-demo.ts';
import { demos } from './fill.ts';
import { readRepository } from './story.ts';

const bundles = '/distribution/api/v1/release_bundle';

/** The shop releases these. */
const demoReleaseBundles = demos.flatMap(({ format, demo }) => demo.releaseBundles?.(readRepository(format)) ?? []);

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
  for (const { name, version, description, notes, criteria, signed } of demoReleaseBundles) {
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
