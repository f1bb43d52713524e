import { type Kysely, sql } from 'kysely';

/** Names that could be taken for one of ours are looked for among those that are as long without their signs. Letters of other alphabets are no signs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function plain_length(name text) returns integer language sql immutable strict parallel safe as $$
      select length(regexp_replace(name, '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]', '', 'g'))
    $$;
    create index package_plain_length on package (plain_length(name), name collate "C");`.execute(db);
}
