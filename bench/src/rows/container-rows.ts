import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContainerRepository, type Content, manifestType, pushBlob, pushImage, readContent } from '../load/container-push.ts';
import { wrk } from '../load/wrk.ts';
import type { Peer } from '../peers/peers.ts';
import { getAddress, type Platform } from '../peers/platform.ts';
import type { Contestant, Row } from '../row.ts';

const large = 100 * 1024 * 1024;
const small = 10 * 1024;
const megabyte = 1_000_000;

/** Manifest and blob reads, large and small pushes, beside docker-registry and nginx. */
export async function containerRows(platform: Platform, registry: Peer, nginx: Peer): Promise<Row[]> {
  const own = { url: `${getAddress(platform, 'docker')}/team/app`, headers: platform.headers };
  const peer = { url: `${registry.url}/v2/team/app`, headers: {} };
  const layer = readContent(randomBytes(large));
  const image = [readContent(randomBytes(small)), layer];
  for (const repository of [own, peer]) await pushImage(repository, 'latest', image);
  await writeFile(join(nginx.folder, 'blob'), layer.bytes);

  const manifest = (repository: ContainerRepository) => async () =>
    (await wrk({ url: `${repository.url}/manifests/latest`, headers: { ...repository.headers, accept: manifestType }, connections: 32, seconds: 3 }))
      .requestsPerSecond;
  const blob = (url: string, headers: Readonly<Record<string, string>>) => async () =>
    (await wrk({ url, headers, connections: 4, seconds: 3 })).bytesPerSecond / megabyte;

  const readBlob = ({ url }: ContainerRepository) => `${url}/blobs/${layer.digest}`;
  return [
    {
      id: 'manifest-get',
      title: 'Container manifest by tag, 32 connections',
      unit: 'req/s',
      better: 'more',
      contestants: contestants(manifest(own), 'docker-registry', manifest(peer)),
      target: 1,
    },
    {
      id: 'blob-get',
      title: 'Container blob of 100 MB, 4 connections',
      unit: 'MB/s',
      better: 'more',
      contestants: contestants(blob(readBlob(own), own.headers), 'docker-registry', blob(readBlob(peer), {})),
      target: 1,
    },
    {
      id: 'blob-get-nginx',
      title: 'The same blob beside nginx with sendfile',
      unit: 'MB/s',
      better: 'more',
      contestants: contestants(blob(readBlob(own), own.headers), 'nginx', blob(`${nginx.url}/blob`, {})),
      target: 0.85,
    },
    ...pushRows(own, peer),
  ];
}

function pushRows(own: ContainerRepository, peer: ContainerRepository): Row[] {
  return [
    {
      id: 'blob-push',
      title: 'Push of one new blob of 100 MB',
      unit: 'MB/s',
      better: 'more',
      contestants: contestants(pushOne(own), 'docker-registry', pushOne(peer)),
      target: 1,
    },
    {
      id: 'blob-push-small',
      title: 'Push of 1000 new blobs of 10 KB, 16 at a time',
      unit: 'blobs/s',
      better: 'more',
      contestants: contestants(pushMany(own), 'docker-registry', pushMany(peer)),
      target: 1,
    },
  ];
}

function contestants(own: () => Promise<number>, peerName: string, peer: () => Promise<number>): Contestant[] {
  return [
    { name: 'packhouse', measure: own },
    { name: peerName, measure: peer },
  ];
}

function pushOne(repository: ContainerRepository): () => Promise<number> {
  return async () => {
    const content = readContent(randomBytes(large));
    const seconds = await timed(() => pushBlob(repository, content));
    return large / seconds / megabyte;
  };
}

function pushMany(repository: ContainerRepository): () => Promise<number> {
  return async () => {
    const contents = Array.from({ length: 1000 }, () => readContent(randomBytes(small)));
    const seconds = await timed(() => pushAll(repository, contents, 16));
    return contents.length / seconds;
  };
}

async function pushAll(repository: ContainerRepository, contents: readonly Content[], lanes: number): Promise<void> {
  const waiting = contents.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const content of waiting) await pushBlob(repository, content);
    }),
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
