import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type EntryValues, type RemoteEntry, selectEntry, upsertEntry } from './remote-entry-queries.ts';

export type Freshness = 'forever' | 'metadata' | 'pointer';

export function isFresh(entry: RemoteEntry | undefined): entry is RemoteEntry {
  return entry !== undefined && entry.freshUntil.getTime() > Date.now();
}

/** Reads what is known about an upstream's path; from memory as long as that is fresh. */
export async function readEntry(context: Context, repository: RemoteRepository, path: string, fromDatabase = false): Promise<RemoteEntry | undefined> {
  const key = `${repository.id}/${path}`;
  const known = context.remotes.entries.get(key);
  if (isFresh(known) && !fromDatabase) return known;
  const entry = await selectEntry(context.db, repository.id, path);
  if (isFresh(entry)) context.remotes.entries.set(key, entry);
  else context.remotes.entries.delete(key);
  return entry;
}

export async function writeEntry(context: Context, repository: RemoteRepository, path: string, entry: EntryValues): Promise<RemoteEntry> {
  await upsertEntry(context.db, repository.id, path, entry);
  return rememberEntry(context, repository, path, entry);
}

export function rememberEntry(context: Context, repository: RemoteRepository, path: string, entry: EntryValues): RemoteEntry {
  const remembered = { ...entry, fetchedAt: new Date() };
  context.remotes.entries.set(`${repository.id}/${path}`, remembered);
  return remembered;
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
