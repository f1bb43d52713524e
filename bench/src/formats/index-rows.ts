import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { recalculateIndex } from '@packhouse/contract/artifact-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
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
async function recalculate({ url, headers, server }: Platform, { key, kind, read, count }: BenchRepository): Promise<number> {
  const call = createClient({ baseUrl: url, headers: () => headers });
  const before = await recalculations(server.home, key);
  const from = performance.now();
  await call(recalculateIndex, { body: { repoKey: key } });
  const deadline = from + longest;
  while ((await recalculations(server.home, key)) === before) {
    if (performance.now() > deadline) throw new Error(`${key} was not recalculated in time`);
    await wait(20);
  }
  if (!(await kind.list(read, count - 1))) throw new Error(`${key} has no list after its recalculation`);
  return performance.now() - from;
}

/** How often a repository has been recalculated: the end of that job is told in the log alone, which is written once a second. */
async function recalculations(home: string, key: string): Promise<number> {
  const log = await readFile(join(home, 'logs', 'artifactory', 'artifactory.log'), 'utf8').catch(() => '');
  return log.split('\n').filter((line) => line.includes('the index of a repository was recalculated') && line.includes(`"${key}"`)).length;
}
