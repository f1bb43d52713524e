import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupFolder } from './backup-folder.ts';
import type { BackupRecord } from './backup-record.ts';
import { differs } from './import-database.ts';
import { readLines } from './read-lines.ts';

export interface RestoredCounts {
  artifacts: number;
  /** Paths whose bytes are not to be had, in their order. */
  lostArtifacts: string[];
}

/** Every blob row stands for bytes that were compared when they were brought; both come in the order of their checksums. */
async function compareBlobs(client: pg.ClientBase, { folder, name, record }: { folder: BackupFolder; name: string; record: BackupRecord }): Promise<void> {
  const stream = client.query(copyTo('copy (select sha256, size from repositories.blob order by sha256 collate "C") to stdout'));
  const expected = folder.readBlobs(name, record.blobs);
  for await (const line of readLines(stream as Readable)) {
    const { value } = await expected.next();
    const wanted = value ? `${value.sha256}\t${value.size}` : '';
    if (line !== wanted) throw differs('repositories.blob', line, wanted);
  }
  const rest = await expected.next();
  if (!rest.done) throw differs('repositories.blob', '', rest.value.sha256);
}

/**
 * Compares what was restored with the backup, artifact by artifact: each has a blob, and each blob is one whose size and checksum were found right in
 * the store. Those of `lost` blobs are named.
 */
export async function compareRestored(
  client: pg.ClientBase,
  from: { folder: BackupFolder; name: string; record: BackupRecord },
  lost: ReadonlySet<string>,
): Promise<RestoredCounts> {
  await compareBlobs(client, from);
  const { rows } = await client.query<{ all: string; whole: string }>(
    `select count(*)::text as all, count(blob.sha256)::text as whole from repositories.artifact left join repositories.blob using (sha256)`,
  );
  const { all, whole } = rows[0]!;
  const artifacts = from.record.tables.find(({ schema, table }) => schema === 'repositories' && table === 'artifact')?.rows ?? 0;
  if (Number(all) !== artifacts) throw differs('repositories.artifact', all, artifacts);
  if (whole !== all) throw differs('repositories.artifact, repositories.blob', whole, all);
  const without = await client.query<{ path: string }>(
    `select repository.key || '/' || artifact.path as path from repositories.artifact join repositories.repository on repository.id = artifact.repository_id
     where artifact.sha256 = any($1) order by 1`,
    [[...lost]],
  );
  return { artifacts, lostArtifacts: without.rows.map(({ path }) => path) };
}
