import { packWheel, type Wheel } from '../load/wheel.ts';
import { wrk } from '../load/wrk.ts';
import type { Peer } from '../peers/peers.ts';
import { getAddress, type Platform } from '../peers/platform.ts';
import type { Row } from '../row.ts';

const versionCount = 50;

export function benchWheels(): Promise<Wheel[]> {
  return Promise.all(Array.from({ length: versionCount }, (_, index) => packWheel('bench-project', `1.${index}.0`)));
}

/** The page pip reads to choose a file, beside a pypiserver that holds the same wheels. */
export async function pypiRows(platform: Platform, pypiServer: Peer, wheels: readonly Wheel[]): Promise<Row[]> {
  const own = getAddress(platform, 'pypi');
  for (const wheel of wheels) await upload(own, platform.headers, wheel);
  const load = (url: string, headers: Readonly<Record<string, string>>) => async () =>
    (await wrk({ url, headers: { ...headers, accept: 'text/html' }, connections: 16, seconds: 3 })).requestsPerSecond;
  return [
    {
      id: 'simple-index',
      title: 'pip index page of a project with 50 files, 16 connections',
      unit: 'req/s',
      better: 'more',
      contestants: [
        { name: 'packhouse', measure: load(`${own}/simple/bench-project/`, platform.headers) },
        { name: 'pypiserver', measure: load(`${pypiServer.url}/simple/bench-project/`, {}) },
      ],
    },
  ];
}

async function upload(address: string, headers: Readonly<Record<string, string>>, { name, version, fileName, bytes }: Wheel): Promise<void> {
  const form = new FormData();
  const fields = { ':action': 'file_upload', protocol_version: '1', metadata_version: '2.1', name, version, filetype: 'bdist_wheel', pyversion: 'py3' };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('content', new Blob([new Uint8Array(bytes)]), fileName);
  const response = await fetch(`${address}/`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`upload of ${fileName}: ${response.status} ${await response.text()}`);
}
