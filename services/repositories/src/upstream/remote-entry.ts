import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type EntryValues, type RemoteEntry, upsertEntry } from './remote-entry-queries.ts';

export type Freshness = 'forever' | 'metadata' | 'pointer';

/** As long as something rests, that is; the memory that it does so forgets by itself. */
const resting = new Date('9999-01-01T00:00:00Z');

export function isFresh(entry: RemoteEntry | undefined): entry is RemoteEntry {
  return entry !== undefined && entry.freshUntil.getTime() > Date.now();
}

/** Reads what is known about an upstream's path, as all processes know it now. */
export async function readEntry(context: Context, repository: RemoteRepository, path: string): Promise<RemoteEntry | undefined> {
  const entry = await context.remotes.entry({ repositoryId: repository.id, path });
  const rests = entry && context.remotes.rests.get(`${repository.id}/${path}`) === entry.freshUntil.getTime();
  return rests ? { ...entry, freshUntil: resting } : entry;
}

export async function writeEntry(context: Context, repository: RemoteRepository, path: string, entry: EntryValues): Promise<RemoteEntry> {
  const written = { ...entry, fetchedAt: new Date() };
  await upsertEntry(context.db, repository.id, path, written);
  return written;
}

/** The upstream failed: for a while this process gives out the copy without asking again, unless another one has got a newer. */
export function letRest(context: Context, repository: RemoteRepository, path: string, copy: RemoteEntry): void {
  context.remotes.rests.set(`${repository.id}/${path}`, copy.freshUntil.getTime());
}

export function missingEntry(repository: RemoteRepository): EntryValues {
  return {
    status: 'missing',
    etag: null,
    lastModified: null,
    contentType: null,
    url: null,
    sha256: null,
    freshUntil: new Date(Date.now() + repository.settings.missedSeconds * 1000),
  };
}

/** Gives what an upstream's answer says of itself. */
export function presentEntry({ headers, url }: OutgoingAnswer, sha256: string | null, until: Date): EntryValues {
  return {
    status: 'present',
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    contentType: headers['content-type'] ?? null,
    url,
    sha256,
    freshUntil: until,
  };
}

export function freshUntil(repository: RemoteRepository, freshness: Freshness): Date {
  const { metadataSeconds, pointerSeconds } = repository.settings;
  if (freshness === 'forever') return new Date('9999-01-01T00:00:00Z');
  return new Date(Date.now() + (freshness === 'pointer' ? pointerSeconds : metadataSeconds) * 1000);
}
