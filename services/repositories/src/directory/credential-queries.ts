import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Whoever may see a repository sees its address, so what it holds before the '@' goes. */
const credentials = '^[^/]*//[^/?#]*@';

interface RemoteWithCredentials {
  id: number;
  key: string;
  settings: { url: string; username?: string; password?: string };
}

export async function lockRemotesWithCredentials(tx: Db): Promise<RemoteWithCredentials[]> {
  const { rows } = await sql<RemoteWithCredentials>`
    select id, key, settings from repository where class = 'remote' and settings->>'url' ~ ${credentials} order by id for update`.execute(tx);
  return rows;
}

export async function mergeSettings(tx: Db, repositoryId: number, settings: Readonly<Record<string, string>>): Promise<void> {
  await sql`update repository set settings = settings || ${JSON.stringify(settings)}::jsonb, modified_at = now() where id = ${repositoryId}`.execute(tx);
}

export async function lockVaultsWithCredentials(tx: Db): Promise<{ id: number; key: string; url: string }[]> {
  const { rows } = await sql<{ id: number; key: string; url: string }>`
    select id, key, url from vault_config where url ~ ${credentials} order by id for update`.execute(tx);
  return rows;
}

export async function updateVaultAddress(tx: Db, id: number, url: string): Promise<void> {
  await sql`update vault_config set url = ${url} where id = ${id}`.execute(tx);
}
