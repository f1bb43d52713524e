import { AppError } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import type { Context } from '../context.ts';
import type { StateRow } from './copy-queries.ts';
import { isSame, type Properties, readProperties } from './other-properties.ts';
import { fileUrl, infoUrl, type OtherSide, order } from './other-side.ts';

/** Characters of properties that go with the file in its address. */
const longestMatrix = 2000;

/** Properties as they stand in the address of an upload, so that the file is never there without them; nothing when they are too long. */
function makeMatrix(properties: Properties): string {
  const matrix = Object.entries(properties)
    .map(([key, values]) => `;${encodeURIComponent(key)}=${values.map(encodeURIComponent).join(',')}`)
    .join('');
  return matrix.length > longestMatrix ? '' : matrix;
}

async function putFile(context: Context, other: OtherSide, row: StateRow, url: string, signal: AbortSignal): Promise<void> {
  const { path, sha256, sha1, md5, size } = row;
  const headers = { 'x-checksum-sha256': sha256, 'x-checksum-sha1': sha1, 'x-checksum-md5': md5, 'content-length': String(size) };
  const stream = await context.platform.blobs.open(sha256).catch((cause: unknown) => {
    throw new AppError(replicationWords.content_missing_here, { path }, { cause });
  });
  try {
    await order(other, path, url, { method: 'PUT', headers: { ...headers, 'content-type': 'application/octet-stream' }, body: stream, size, signal });
  } finally {
    // A server that was never reached has read nothing.
    stream.destroy();
  }
}

interface Sending {
  checkBinaries: boolean;
  syncProperties: boolean;
  signal: AbortSignal;
}

/** Sends a file, its bytes only where it must; answers whether the other side had them. */
export async function sendContent(context: Context, other: OtherSide, row: StateRow, { checkBinaries, syncProperties, signal }: Sending): Promise<boolean> {
  const { path, sha256, sha1, md5 } = row;
  const url = `${fileUrl(other, path)}${syncProperties ? makeMatrix(row.properties) : ''}`;
  if (checkBinaries) {
    const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': sha256, 'x-checksum-sha1': sha1, 'x-checksum-md5': md5, 'content-length': '0' };
    if ((await order(other, path, url, { method: 'PUT', headers, signal }, [404])) !== 404) return true;
  }
  await putFile(context, other, row, url, signal);
  return false;
}

/** Gives a file there the very properties it has here; answers whether anything was to do. */
export async function sendProperties(other: OtherSide, path: string, wanted: Properties, signal: AbortSignal): Promise<boolean> {
  const there = await readProperties(other, path, signal);
  const changed = Object.entries(wanted).filter(([key, values]) => !isSame(there[key], values));
  const removed = Object.keys(there).filter((key) => !Object.hasOwn(wanted, key));
  if (changed.length + removed.length === 0) return false;
  const props = Object.fromEntries([...changed, ...removed.map((key) => [key, null] as const)]);
  const headers = { 'content-type': 'application/json' };
  await order(other, path, infoUrl(other, 'metadata', path), { method: 'PATCH', headers, body: JSON.stringify({ props }), signal });
  return true;
}

/** Deletes a file there; one that is not there is deleted. */
export async function sendDeletion(other: OtherSide, path: string, signal: AbortSignal): Promise<void> {
  await order(other, path, fileUrl(other, path), { method: 'DELETE', signal }, [404]);
}
