import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { ClientCertificateTable, KeyPairTable, TrustedKeyTable, VaultConfigTable } from './key-schema.ts';

export type KeyPairRow = Selectable<KeyPairTable>;
export type TrustedKeyRow = Selectable<TrustedKeyTable>;
export type CertificateRow = Selectable<ClientCertificateTable>;
export type VaultRow = Selectable<VaultConfigTable>;

export const selectPairs = (db: Db): Promise<KeyPairRow[]> => db.selectFrom('key_pair').selectAll().orderBy('name').execute();
export const selectTrusted = (db: Db): Promise<TrustedKeyRow[]> => db.selectFrom('trusted_key').selectAll().orderBy('name').execute();
export const selectCertificates = (db: Db): Promise<CertificateRow[]> => db.selectFrom('client_certificate').selectAll().orderBy('name').execute();
export const selectVaults = (db: Db): Promise<VaultRow[]> => db.selectFrom('vault_config').selectAll().orderBy('key').execute();

export const insertPair = (db: Db, row: Insertable<KeyPairTable>): Promise<KeyPairRow> =>
  db.insertInto('key_pair').values(row).returningAll().executeTakeFirstOrThrow();
export const insertTrusted = (db: Db, row: Insertable<TrustedKeyTable>): Promise<TrustedKeyRow> =>
  db.insertInto('trusted_key').values(row).returningAll().executeTakeFirstOrThrow();
export const insertCertificate = (db: Db, row: Insertable<ClientCertificateTable>): Promise<CertificateRow> =>
  db.insertInto('client_certificate').values(row).returningAll().executeTakeFirstOrThrow();
export const replaceCertificate = (db: Db, id: number, row: Insertable<ClientCertificateTable>): Promise<CertificateRow> =>
  db
    .updateTable('client_certificate')
    .set({ ...row, created_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
export const insertVault = (db: Db, row: Insertable<VaultConfigTable>): Promise<VaultRow> =>
  db.insertInto('vault_config').values(row).returningAll().executeTakeFirstOrThrow();
export const updateVault = (db: Db, id: number, row: Updateable<VaultConfigTable>): Promise<VaultRow> =>
  db.updateTable('vault_config').set(row).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Repositories name these: tables, and the settings that name their rows. */
export const references = { key_pair: 'keyPair', trusted_key: 'trustedKeys', client_certificate: 'clientTlsCertificate' } as const;
export type ReferredTable = keyof typeof references;

/** The kind that is locked, so that nobody begins to name it meanwhile; undefined when there is no such thing. */
export async function lockNamed(db: Db, table: ReferredTable, name: string): Promise<{ id: number; fingerprint: string } | undefined> {
  const { rows } = await sql<{ id: number; fingerprint: string }>`select id, fingerprint from ${sql.table(table)} where name = ${name} for update`.execute(db);
  return rows[0];
}

/** Those of the names that there are; they stay until the transaction ends. */
export async function holdNamed(db: Db, table: ReferredTable, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where name = any(${names}) for share`.execute(db);
  return rows.map(({ name }) => name);
}

export async function deleteNamed(db: Db, table: ReferredTable, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
}

/** Which repositories name which row. */
export async function selectReferrers(db: Db, table: ReferredTable): Promise<Map<string, string[]>> {
  const setting = references[table];
  const { rows } = await sql<{ key: string; name: string }>`
    select key, named.name from repository
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(settings->${setting}) when 'array' then settings->${setting} when 'string' then jsonb_build_array(settings->${setting}) else '[]' end
    ) as named(name) where named.name <> '' order by key`.execute(db);
  return new Map([...Map.groupBy(rows, ({ name }) => name)].map(([name, users]) => [name, users.map(({ key }) => key)]));
}

/** The vault, locked, so that no pair begins to use it meanwhile. */
export const lockVault = (db: Db, key: string): Promise<VaultRow | undefined> =>
  db.selectFrom('vault_config').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();

/** Whether there is such a vault; it stays until the transaction ends. */
export const holdVault = async (db: Db, key: string): Promise<boolean> =>
  (await db.selectFrom('vault_config').select('id').where('key', '=', key).forShare().executeTakeFirst()) !== undefined;

export async function deleteVaultRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('vault_config').where('id', '=', id).execute();
}
