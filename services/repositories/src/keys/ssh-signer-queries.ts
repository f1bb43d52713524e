import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../schema.ts';
import type { SshSignerTable } from './key-schema.ts';

export type SshSignerRow = Selectable<SshSignerTable>;

export const selectSshSigners = (db: Db): Promise<SshSignerRow[]> => db.selectFrom('ssh_signer').selectAll().orderBy('name').execute();

export const selectSshSigner = (db: Db, fingerprint: string): Promise<SshSignerRow | undefined> =>
  db.selectFrom('ssh_signer').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst();

export const insertSshSigner = (db: Db, row: Insertable<SshSignerTable>): Promise<SshSignerRow> =>
  db.insertInto('ssh_signer').values(row).returningAll().executeTakeFirstOrThrow();

export const deleteSshSignerRow = (db: Db, name: string): Promise<SshSignerRow | undefined> =>
  db.deleteFrom('ssh_signer').where('name', '=', name).returningAll().executeTakeFirst();
