import { type Kysely, sql } from 'kysely';

/** Licences that no list has get a name here; versions that state one are judged again when it changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table own_licence (
      name text primary key,
      full_name text not null,
      spellings text[] not null,
      url text not null,
      author text not null,
      modified_at timestamptz not null default now()
    );
    comment on column own_licence.spellings is 'What packages write when they mean it, in small letters.';
    create function own_licence_touched() returns trigger language plpgsql set search_path = scanning as $$
      declare
        words text[] := '{}';
      begin
        if tg_op <> 'INSERT' then words := words || lower(old.name) || old.spellings; end if;
        if tg_op <> 'DELETE' then words := words || lower(new.name) || new.spellings; end if;
        perform judge_again(array(select target.id from target
          where exists (select from unnest(target.licences) as stated where lower(btrim(stated)) = any(words))
            or target.component_id in (select component_id from custom_licence where lower(btrim(expression)) = any(words))));
        return null;
      end $$;
    create trigger own_licence_changed after insert or update or delete on own_licence for each row execute function own_licence_touched();
  `.execute(db);
}
