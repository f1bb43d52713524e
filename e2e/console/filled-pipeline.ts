import type { Call } from '@packhouse/contract/client.ts';
import { createPipeline, runPipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';

/** A pipeline with a run that waits for these people. */
export async function fillPipeline(call: Call, name: string, people: readonly string[]): Promise<void> {
  const document = `name: ${name}
description: Brings the shop to its customers
on: [manual, hook]
steps:
  - {id: ask, type: approval, users: [${people.join(', ')}], expires: 2d}
  - {id: note, type: set-properties, path: demo-npm-local/price-format, properties: {released: 'yes'}, recursive: true}
`;
  await call(createPipeline, { body: { document } });
  await call(runPipeline, { params: { name }, body: {} });
}
