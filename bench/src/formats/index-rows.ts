import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@packhouse/contract/client.ts';
import { readIndexRun, recalculateIndex } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { Platform } from '../peers/platform.ts';
import type { Row } from '../row.ts';
import { type BenchRepository, publishOneMore } from './bench-repository.ts';
import type { IndexPeer } from './index-peers.ts';

/** Milliseconds that a recalculation may take. */
const longest = 30 * 60_000;

/** Listing of many packages, beside the tool that does it for a folder of the same packages. */
export function indexRows(platform: Platform, repository: BenchRepository, peer: IndexPeer): { oneMore: Row; anew: Row } {
  const many = repository.count.toLocaleString('en-GB');
  const { name, title } = repository.kind;
  return {
    oneMore: {
      id: `${name}-one-more`,
      title: `${title} index with one more package than ${many}`,
      unit: 'ms',
      better: 'less',
      contestants: [
        { name: 'packhouse', measure: () => publishOneMore(repository) },
        { name: peer.name, measure: peer.oneMore },
      ],
    },
    anew: {
      id: `${name}-anew`,
      title: `${title} index of ${many} packages, all read again`,
      unit: 'ms',
      better: 'less',
      contestants: [
        { name: 'packhouse', measure: () => recalculate(platform, repository) },
        { name: peer.name, measure: peer.anew },
      ],
    },
  };
}

/** Milliseconds from asking for a recalculation until the list that came of it has arrived. */
async function recalculate({ url, headers }: Platform, { key, kind, read, count }: BenchRepository): Promise<number> {
  const call = createClient({ baseUrl: url, headers: () => headers });
  const from = performance.now();
  await call(recalculateIndex, { body: { repoKey: key } });
  const deadline = from + longest;
  for (;;) {
    const { run } = await call(readIndexRun, { query: { repoKey: key } });
    if (run?.status === 'finished') break;
    if (run?.status === 'failed' || performance.now() > deadline) throw new Error(`${key} was not recalculated: ${run?.message ?? 'it takes too long'}`);
    await wait(20);
  }
  if (!(await kind.list(read, count - 1))) throw new Error(`${key} has no list after its recalculation`);
  return performance.now() - from;
}
