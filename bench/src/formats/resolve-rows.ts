import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { wrk } from '../load/wrk.ts';
import type { Peer } from '../peers/peers.ts';
import type { Row } from '../row.ts';
import type { BenchRepository } from './bench-repository.ts';

const connections = 16;
const seconds = 3;

/** Measures what clients resolve with, beside nginx that serves the same bytes as files. */
export async function resolveRows(repository: BenchRepository, nginx: Peer): Promise<Row[]> {
  const { kind, key, address, headers, read } = repository;
  const load = (url: string, sent: Readonly<Record<string, string>>) => async () => (await wrk({ url, headers: sent, connections, seconds })).requestsPerSecond;
  const documents = await kind.documents(read, repository.count >> 1);
  return Promise.all(
    documents.map(async ({ title, path }): Promise<Row> => {
      const bytes = await read(path);
      if (!bytes) throw new Error(`${key} has no ${path}`);
      const copy = join(nginx.folder, key, path);
      await mkdir(dirname(copy), { recursive: true });
      await writeFile(copy, bytes);
      return {
        id: `resolve-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
        title: `${title} of ${sizeText(bytes.length)}, ${connections} connections`,
        unit: 'req/s',
        better: 'more',
        contestants: [
          { name: 'packhouse', measure: load(`${address}/${path}`, headers) },
          { name: 'nginx', measure: load(`${nginx.url}/${key}/${path}`, {}) },
        ],
      };
    }),
  );
}

/** A size in the unit that keeps it short. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
