import { gunzipSync } from 'node:zlib';
import type { Ask, ListedFormat } from './listed-formats.ts';

/** What one client has seen of a listing, by its validator. */
export type Seen = Map<string, readonly string[]>;

/** Reads as a client that knows earlier answers: what it may keep counts as what it was told. @throws Error for a refusal other than 404 */
export async function readListing(ask: Ask, listed: ListedFormat, place: { key: string; name: string }, seen: Seen): Promise<readonly string[]> {
  const { path, headers } = listed.listing(place.key, place.name);
  const known: Record<string, string> = seen.size > 0 ? { 'if-none-match': [...seen.keys()].join(', ') } : {};
  const answer = await ask(path, { headers: { ...headers, ...known } });
  const body = Buffer.from(await answer.arrayBuffer());
  const etag = answer.headers.get('etag') ?? '';
  if (answer.status === 304) return seen.get(etag) ?? ['an answer of which nobody knows anything'];
  if (answer.status === 404) return [];
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.toString()}`);
  const versions = listed.versionsIn((listed.isPacked ? gunzipSync(body) : body).toString(), place.name).sort();
  seen.set(etag, versions);
  return versions;
}
