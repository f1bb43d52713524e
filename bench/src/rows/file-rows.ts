import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wrk } from '../load/wrk.ts';
import type { Peer } from '../peers/peers.ts';
import { getAddress, type Platform } from '../peers/platform.ts';
import type { Row } from '../row.ts';

const size = 1024;
const name = 'small.bin';

/** A small file over the path that any file takes, beside nginx, which asks nobody whether it may and counts nothing. */
export async function fileRows(platform: Platform, nginx: Peer): Promise<Row[]> {
  const bytes = randomBytes(size);
  await writeFile(join(nginx.folder, name), bytes);
  const own = `${getAddress(platform, 'generic')}/some/folder/${name}`;
  const stored = await fetch(own, { method: 'PUT', headers: platform.headers, body: bytes });
  if (!stored.ok) throw new Error(`upload of ${name}: ${stored.status} ${await stored.text()}`);
  const load = (url: string, headers: Readonly<Record<string, string>>) => wrk({ url, headers, connections: 32, seconds: 3 });
  // A process of a minute's age is still compiling what it runs most.
  for (let round = 0; round < 3; round++) await load(own, platform.headers);
  const [ours, theirs] = [() => load(own, platform.headers), () => load(`${nginx.url}/${name}`, {})];
  return [
    {
      id: 'file-get-small',
      title: 'A file of 1 KB, 32 connections',
      unit: 'req/s',
      better: 'more',
      contestants: [
        { name: 'packhouse', measure: async () => (await ours()).requestsPerSecond },
        { name: 'nginx', measure: async () => (await theirs()).requestsPerSecond },
      ],
    },
    {
      id: 'file-get-small-p99',
      title: 'The same file, 99 of 100 answers within',
      unit: 'ms',
      better: 'less',
      contestants: [
        { name: 'packhouse', measure: async () => (await ours()).latency99 },
        { name: 'nginx', measure: async () => (await theirs()).latency99 },
      ],
    },
  ];
}
