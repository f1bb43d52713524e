import { type Kysely, sql } from 'kysely';

/**
 * Values stand in the index by which charts find them: a year of a line lies in a few pages of it, and in as many pages of the table as it has days,
 * since each day is written together. The table of five minutes stays as it is: it is written all the time, and read for a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['point_1h', 'point_1d'])
    await sql`
      create unique index ${sql.id(`${name}_chart`)} on ${sql.id(name)} (series, at) include (value);
      alter table ${sql.id(name)} drop constraint ${sql.id(`${name}_pkey`)}`.execute(db);
}
