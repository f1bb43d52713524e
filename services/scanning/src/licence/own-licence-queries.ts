import type { OwnLicenceInput } from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface OwnLicenceRow {
  name: string;
  full_name: string;
  spellings: string[];
  url: string;
  author: string;
  modified_at: Date;
  versions: number;
}

/** Licences that were described here: all by name, or one. */
export async function selectOwnLicences(db: Db, name?: string): Promise<OwnLicenceRow[]> {
  const { rows } = await sql<OwnLicenceRow>`
    with stated as (select lower(btrim(word)) as word, count(*)::integer as versions from target, unnest(target.licences) as word group by 1)
    select own_licence.*, coalesce((select sum(stated.versions)::integer from stated
      where stated.word = any(array_append(own_licence.spellings, lower(own_licence.name)))), 0) as versions
    from own_licence where ${name ?? null}::text is null or name = ${name ?? null} order by name collate "C" limit 1000`.execute(db);
  return rows;
}

/** Whether another licence goes by one of these words. */
export async function isWordTaken(db: Db, { name, spellings }: Pick<OwnLicenceInput, 'name' | 'spellings'>, except: string): Promise<boolean> {
  const words = [name, ...spellings].map((word) => word.toLowerCase());
  const { rows } = await sql`
    select from own_licence where name <> ${except} and array_append(spellings, lower(name)) && ${words}::text[] limit 1`.execute(db);
  return rows.length > 0;
}

export async function keepOwnLicence(tx: Db, { name, full_name, spellings, url }: OwnLicenceInput, author: string): Promise<void> {
  const row = { full_name, url, author, spellings: [...new Set(spellings.map((word) => word.toLowerCase()))] };
  await tx
    .insertInto('own_licence')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...row, modified_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteOwnLicenceRow(tx: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('own_licence').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
