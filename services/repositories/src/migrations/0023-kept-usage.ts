import { type Kysely, sql } from 'kysely';

/** What is summed: the table, how many bytes a row stands for, and the repository it belongs to. */
const sums = [
  { what: 'file', table: 'artifact', repository: 'changed.repository_id', bytes: 'kept.size', joined: true },
  { what: 'folder', table: 'folder', repository: 'changed.repository_id', bytes: '0', joined: false },
  { what: 'trash', table: 'trash', repository: '0', bytes: 'kept.size', joined: true },
  { what: 'blob', table: 'blob', repository: '0', bytes: 'changed.size', joined: false },
] as const;

/**
 * What is stored, as sums that are kept rather than counted. The database itself notes every change in the transaction that makes it, so no way of writing is
 * missed; each note is a row of its own, so nobody waits for somebody else's, and a job folds the notes into the sums. Both together are what is stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const schema = rows[0]!.name;
  const table = (name: string) => sql.table(`${schema}.${name}`);
  await sql`
    create table usage_sum (what text not null, repository_id bigint not null, count bigint not null, bytes bigint not null, primary key (what, repository_id));
    create table usage_change (what text not null, repository_id bigint not null, count bigint not null, bytes bigint not null)`.execute(db);
  for (const { what, table: name, repository, bytes, joined } of sums) {
    const join = joined ? sql`join ${table('blob')} kept using (sha256)` : sql``;
    for (const [happening, sign] of [
      ['insert', ''],
      ['delete', '-'],
    ] as const) {
      const noting = sql.id(`note_${what}_${happening}`);
      // The names of both tables are whole: a plan is kept, and whoever writes needs no search path.
      await sql`
        create function ${noting}() returns trigger language plpgsql as $$
        begin
          insert into ${table('usage_change')} (what, repository_id, count, bytes)
          select ${sql.lit(what)}, ${sql.raw(repository)}, ${sql.raw(sign)}count(*), ${sql.raw(sign)}sum(${sql.raw(bytes)}) from changed ${join}
          group by ${sql.raw(repository === '0' ? '1' : '2')};
          return null;
        end $$`.execute(db);
      const rowsOf = sql.raw(happening === 'insert' ? 'new' : 'old');
      await sql`
        create trigger ${noting} after ${sql.raw(happening)} on ${sql.id(name)} referencing ${rowsOf} table as changed
        for each statement execute function ${noting}()`.execute(db);
    }
  }
  await sql`
    create function note_file_update() returns trigger language plpgsql as $$
    begin
      insert into ${table('usage_change')} (what, repository_id, count, bytes)
      select 'file', old.repository_id, -1, -size from ${table('blob')} where sha256 = old.sha256
      union all
      select 'file', new.repository_id, 1, size from ${table('blob')} where sha256 = new.sha256;
      return null;
    end $$;
    create trigger note_file_update after update of sha256, repository_id on artifact for each row
      when (old.sha256 <> new.sha256 or old.repository_id <> new.repository_id) execute function note_file_update();
    insert into usage_sum select 'file', repository_id, count(*), sum(size) from artifact join blob using (sha256) group by repository_id;
    insert into usage_sum select 'folder', repository_id, count(*), 0 from folder group by repository_id;
    insert into usage_sum select 'trash', 0, count(*), sum(size) from trash join blob using (sha256) having count(*) > 0;
    insert into usage_sum select 'blob', 0, count(*), sum(size) from blob having count(*) > 0`.execute(db);
}
