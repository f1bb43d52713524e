import { type Kysely, sql } from 'kysely';

/** What every request of a link looks for is found without reading everything that is shared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index user_lower_name on "user" (lower(name));
    create index federation_register_alias on federation_register (kind, uid, register) where starts_with(register, 'alias/');
  `.execute(db);
}
