import { createHash, randomBytes, randomInt } from 'node:crypto';
import { adminPassword } from './soak-platform.ts';

const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const patience = 60_000;

/** What clients were told, and what became of it. */
export interface Tally {
  sent: number;
  acknowledged: number;
  /** Refused or broken off, by status or kind of error: clients try such calls again. */
  failed: Map<string, number>;
  /** Something else than what was acknowledged. */
  wrong: string[];
  /** Answers that no outage explains: a platform says of one that it is away for the moment. */
  odd: string[];
  slowest: number;
}

export const newTally = (): Tally => ({ sent: 0, acknowledged: 0, failed: new Map(), wrong: [], odd: [], slowest: 0 });

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Sends one call to any node, and counts it. Undefined when it was not answered with success. */
async function call(tally: Tally, url: string, init: RequestInit = {}): Promise<Response | undefined> {
  const began = performance.now();
  tally.sent++;
  const fail = (kind: string) => void tally.failed.set(kind, (tally.failed.get(kind) ?? 0) + 1);
  try {
    const answer = await fetch(url, { ...init, headers: { ...headers, ...init.headers }, signal: AbortSignal.timeout(patience) });
    if (answer.ok) return answer;
    const text = await answer.text();
    fail(String(answer.status));
    if (answer.status >= 500 && answer.status !== 503) tally.odd.push(`${init.method ?? 'GET'} ${url} ${answer.status} ${text.slice(0, 300)}`);
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string };
    fail(cause?.code ?? name);
  } finally {
    tally.slowest = Math.max(tally.slowest, performance.now() - began);
  }
  return undefined;
}

export const countFailed = ({ failed }: Tally): number => [...failed.values()].reduce((sum, count) => sum + count, 0);

type Pick = () => string;

/** Files by path, with the checksum that was acknowledged. */
export async function uploadFile(tally: Tally, pick: Pick, path: string, known: Map<string, string>): Promise<void> {
  const content = randomBytes(randomInt(1, 200_000));
  const address = `artifactory/files/${path}`;
  if (!(await call(tally, `${pick()}/${address}`, { method: 'PUT', body: content as never }))) return;
  tally.acknowledged++;
  known.set(address, hash(content));
}

/** A layer that is begun on one node and sent and finished on others, then an image with it under a tag. */
export async function pushImage(tally: Tally, pick: Pick, tag: string, known: Map<string, string>): Promise<void> {
  const layer = randomBytes(randomInt(1, 300_000));
  const digest = `sha256:${hash(layer)}`;
  const begun = await call(tally, `${pick()}/v2/images/app/blobs/uploads/`, { method: 'POST' });
  if (!begun) return;
  const place = new URL(begun.headers.get('location')!, begun.url);
  const sent = await call(tally, `${pick()}${place.pathname}${place.search}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/octet-stream' },
    body: layer as never,
  });
  if (!sent) return;
  const finish = new URL(sent.headers.get('location')!, sent.url);
  finish.searchParams.set('digest', digest);
  if (!(await call(tally, `${pick()}${finish.pathname}${finish.search}`, { method: 'PUT' }))) return;
  tally.acknowledged++;
  known.set(`v2/images/app/blobs/${digest}`, hash(layer));
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const part = { mediaType: 'application/octet-stream', digest, size: layer.length };
  const manifest = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, config: part, layers: [part] }));
  const tagged = await call(tally, `${pick()}/v2/images/app/manifests/${tag}`, {
    method: 'PUT',
    headers: { 'content-type': mediaType },
    body: manifest as never,
  });
  if (!tagged) return;
  tally.acknowledged++;
  known.set(`v2/images/app/manifests/${tag}`, hash(manifest));
}

/** Reads what was acknowledged, and compares it. Answers false when it was not answered. */
export async function readBack(tally: Tally, origin: string, address: string, expected: string): Promise<boolean> {
  const accept = { accept: 'application/vnd.oci.image.manifest.v1+json, */*' };
  const answer = await call(tally, `${origin}/${address}`, { headers: accept });
  const content = await answer?.arrayBuffer().catch(() => undefined);
  if (!content) return false;
  if (hash(Buffer.from(content)) !== expected) tally.wrong.push(`${origin}/${address}`);
  return true;
}

export async function createRepository(origin: string, key: string, packageType: string): Promise<void> {
  const answer = await fetch(`${origin}/artifactory/api/repositories/${key}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rclass: 'local', packageType }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
