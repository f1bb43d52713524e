import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import type { StoredArtifact } from './artifact-queries.ts';
import { isExpired } from './expiry.ts';

export type { StoredArtifact } from './artifact-queries.ts';

export function findArtifact(context: Pick<Context, 'lookups'>, repositoryId: number, path: string): Promise<StoredArtifact | undefined> {
  return context.lookups.artifact({ repositoryId, path });
}

/** Known only of blobs that somebody wanted it of. */
export async function findSha512({ db }: Pick<Context, 'db'>, sha256: string): Promise<string | undefined> {
  return (await db.selectFrom('blob').select('sha512').where('sha256', '=', sha256).executeTakeFirst())?.sha512 ?? undefined;
}

export async function readProperties(context: Pick<Context, 'db'>, artifactId: number): Promise<Record<string, string[]>> {
  const rows = await context.db.selectFrom('property').select(['key', 'value']).where('artifact_id', '=', artifactId).orderBy('key').orderBy('value').execute();
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return Object.fromEntries([...byKey].map(([key, own]) => [key, own.map(({ value }) => value)]));
}

export interface KnownBlob {
  sha256: string;
  sha1: string;
  md5: string;
  sha512: string | null;
  size: number;
}

/** A blob by any of its checksums, but only when the actor may read some artifact that holds it: a checksum alone is no permission. */
export async function findReadableBlob(
  context: Context,
  actor: Actor,
  checksum: { sha256: string } | { sha512: string } | { sha1: string } | { md5: string },
): Promise<KnownBlob | undefined> {
  const [[column, value]] = Object.entries(checksum) as [['sha256' | 'sha512' | 'sha1' | 'md5', string]];
  const blob = await context.db
    .selectFrom('blob')
    .select(['sha256', 'sha1', 'md5', 'sha512', 'size'])
    .where(column, '=', value.toLowerCase())
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!blob) return undefined;
  const holders = await context.db
    .selectFrom('artifact')
    .select(['repository_id', 'path', 'expires_at as expiresAt'])
    .where('sha256', '=', blob.sha256)
    .limit(1000)
    .execute();
  for (const holder of holders) {
    if (isExpired(holder)) continue;
    const repository = await context.directory.byId(holder.repository_id);
    if (repository && isAllowed(actor, 'read', readResource(repository, holder.path))) return blob;
  }
  return undefined;
}
