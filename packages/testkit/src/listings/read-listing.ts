import { gunzipSync } from 'node:zlib';
import type { Ask, ListedFormat } from './listed-format.ts';

/** What one client has seen of a listing, by its validator. */
export type Seen = Map<string, readonly string[]>;

/** Reads as a client that knows earlier answers: what it may keep counts as what it was told. @throws Error for a refusal other than 404 */
export async function readListing(ask: Ask, listed: ListedFormat, place: { key: string; name: string }, seen: Seen): Promise<readonly string[]> {
  const { path, headers } = listed.listing(place.key, place.name);
  const readBody = async (given: Response) => {
    const body = Buffer.from(await given.arrayBuffer());
    // Refusals are not packed.
    return (listed.isPacked && body[0] === 0x1f ? gunzipSync(body) : body).toString();
  };
  const readPart = async (whole: string) => {
    const part = listed.part?.(place.key, whole);
    if (part === undefined) return whole;
    const found = await ask(part);
    const text = await readBody(found);
    if (!found.ok) throw new Error(`${part}: ${found.status} ${text}`);
    return text;
  };
  const known: Record<string, string> = seen.size > 0 ? { 'if-none-match': [...seen.keys()].join(', ') } : {};
  const answer = await ask(path, { headers: { ...headers, ...known } });
  const body = await readBody(answer);
  const etag = answer.headers.get('etag') ?? '';
  if (answer.status === 304) return seen.get(etag) ?? ['an answer of which nobody knows anything'];
  if (answer.status === 404) return [];
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
  const versions = listed.versionsIn(await readPart(body), place.name).sort();
  if (etag !== '') seen.set(etag, versions);
  return versions;
}
