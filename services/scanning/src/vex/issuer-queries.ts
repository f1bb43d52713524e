import { sql } from 'kysely';
import type { Db } from '../schema.ts';

interface IssuerRow {
  name: string;
  trusted_by: string | null;
  trusted_at: Date | null;
  documents: number;
}

/** Issuers of what is here, and all that are trusted. */
export async function selectIssuers(db: Db): Promise<IssuerRow[]> {
  const { rows } = await sql<IssuerRow>`
    select name, vex_issuer.trusted_by, vex_issuer.trusted_at, coalesce(counted.documents, 0)::integer as documents
    from vex_issuer full join (select issuer as name, count(*) as documents from vex_document group by issuer) as counted using (name)
    order by name collate "C"`.execute(db);
  return rows;
}

/** Answers whether that is new. */
export async function insertIssuer(tx: Db, name: string, by: string): Promise<boolean> {
  const made = await tx
    .insertInto('vex_issuer')
    .values({ name, trusted_by: by })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return made !== undefined;
}

/** Answers whether it was there. */
export async function deleteIssuer(tx: Db, name: string): Promise<boolean> {
  const done = await tx.deleteFrom('vex_issuer').where('name', '=', name).executeTakeFirst();
  return done.numDeletedRows > 0n;
}
