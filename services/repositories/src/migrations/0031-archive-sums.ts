import { type Kysely, sql } from 'kysely';

/**
 * How much of each repository is in the archive, as sums that are kept rather than counted. Rows are known by the key of the repository, which may be gone. As with
 * all that is stored, each change notes itself in a row of its own, and a job folds the notes into the sums.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const table = (name: string) => sql.table(`${rows[0]!.name}.${name}`);
  await sql`
    create table archive_sum (repository_key text primary key, files bigint not null, bytes bigint not null);
    create table archive_change (repository_key text not null, files bigint not null, bytes bigint not null)`.execute(db);
  for (const [happening, sign, rowsOf] of [
    ['insert', '', 'new'],
    ['delete', '-', 'old'],
  ] as const) {
    const noting = sql.id(`note_archive_${happening}`);
    await sql`
      create function ${noting}() returns trigger language plpgsql as $$
      begin
        insert into ${table('archive_change')} (repository_key, files, bytes)
        select changed.repository_key, ${sql.raw(sign)}count(*), ${sql.raw(sign)}sum(kept.size)
        from changed join ${table('blob')} kept using (sha256) where changed.archived group by 1;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${noting} after ${sql.raw(happening)} on trash referencing ${sql.raw(rowsOf)} table as changed
      for each statement execute function ${noting}()`.execute(db);
  }
  await sql`
    insert into archive_sum select repository_key, count(*), sum(size) from trash join blob using (sha256) where archived group by repository_key`.execute(db);
}
