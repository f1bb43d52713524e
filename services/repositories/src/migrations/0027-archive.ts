import { type Kysely, sql } from 'kysely';

/** Files that retention puts away rather than deletes. They lie where deleted ones do, yet stay until somebody brings them back or deletes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const table = (name: string) => sql.table(`${rows[0]!.name}.${name}`);
  await sql`
    alter table trash add column archived boolean not null default false;
    create index trash_archived on trash (id) where archived;
    create index trash_archived_letters on trash using gin (lower(path) gin_trgm_ops) where archived;
    alter table retention_policy add column archive boolean not null default false`.execute(db);
  for (const [happening, sign] of [
    ['insert', ''],
    ['delete', '-'],
  ] as const)
    await sql`
      create or replace function ${sql.id(`note_trash_${happening}`)}() returns trigger language plpgsql as $$
      begin
        insert into ${table('usage_change')} (what, repository_id, count, bytes)
        select case when changed.archived then 'archive' else 'trash' end, 0, ${sql.raw(sign)}count(*), ${sql.raw(sign)}sum(kept.size)
        from changed join ${table('blob')} kept using (sha256) group by 1;
        return null;
      end $$`.execute(db);
}
