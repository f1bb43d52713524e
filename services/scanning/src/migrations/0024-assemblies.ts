import { type Kysely, sql } from 'kysely';

/**
 * Builds and release bundles are judged as what they consist of. They have numbers of the same kind as versions of packages, so that a violation and a
 * turn to be judged can be of either. Whatever has a version judged again has everything judged again that consists of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table assembly (
      id bigint primary key default nextval(pg_get_serial_sequence('target', 'id')),
      kind text not null check (kind in ('build', 'releaseBundle')),
      repository text not null,
      path text not null,
      name text not null,
      version text not null,
      unique (repository, path)
    );
    create table assembly_part (
      assembly_id bigint not null references assembly on delete cascade,
      sha256 text not null,
      primary key (assembly_id, sha256)
    );
    create index assembly_part_content on assembly_part (sha256);
    comment on table assembly is 'A run of a build or a version of a release bundle: what consists of files, wherever these lie.';
    create table judged_builds (
      repository text primary key,
      names text[] not null
    );
    comment on table judged_builds is 'Where a repository of builds has a row, only builds of these names are judged; otherwise all of them are.';

    create or replace function judge_again(targets bigint[]) returns void language sql set search_path = scanning as $$
      insert into evaluation_due (target_id) select id from (
          select id from unnest(targets) as id
          union select part.assembly_id from target join assembly_part part on part.sha256 = target.sha256 where target.id = any(targets)) as touched
        where current_setting('scanning.preview', true) is distinct from 'on' order by id
        on conflict (target_id) do update set mark = excluded.mark
    $$;
    create or replace function judge_everything() returns void language sql set search_path = scanning as $$
      select judge_again(array(select id from target union select id from assembly union select target_id from violation where state <> 'closed'))
    $$;
    create or replace function watch_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_everything();
        return null;
      end $$;
    create or replace function target_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if tg_op = 'INSERT' then perform judge_again(array(select id from new_rows));
        elsif tg_op = 'DELETE' then
          perform judge_again(array(select id from old_rows union select part.assembly_id from old_rows join assembly_part part using (sha256)));
        else perform judge_again(array(
          with changed as (select n.id, o.sha256 from new_rows n join old_rows o on o.id = n.id
            where (n.sha256, n.licences, n.component_id, n.subject_id, n.package, n.version, n.scanned_at is null)
              is distinct from (o.sha256, o.licences, o.component_id, o.subject_id, o.package, o.version, o.scanned_at is null))
          select id from changed union select part.assembly_id from changed join assembly_part part using (sha256)));
        end if;
        return null;
      end $$;

    create function assembly_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select id from touched_rows));
        return null;
      end $$;
    create trigger assembly_inserted after insert on assembly referencing new table as touched_rows for each statement execute function assembly_touched();
    create trigger assembly_changed after update on assembly referencing new table as touched_rows for each statement execute function assembly_touched();
    create trigger assembly_deleted after delete on assembly referencing old table as touched_rows for each statement execute function assembly_touched();
    create function judged_builds_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select id from assembly where repository in (select repository from touched_rows)));
        return null;
      end $$;
    create trigger judged_builds_inserted after insert on judged_builds referencing new table as touched_rows for each statement execute function judged_builds_touched();
    create trigger judged_builds_changed after update on judged_builds referencing new table as touched_rows for each statement execute function judged_builds_touched();
    create trigger judged_builds_deleted after delete on judged_builds referencing old table as touched_rows for each statement execute function judged_builds_touched();
  `.execute(db);
}
