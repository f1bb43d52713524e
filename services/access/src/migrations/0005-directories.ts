import { type Kysely, sql } from 'kysely';

/** Makes room for what identity providers tell about users, when users and groups last changed, and the directories that users are looked up in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scim_user (
      user_id bigint primary key references "user" on delete cascade,
      external_id text not null default '',
      display_name text not null default '',
      given_name text not null default '',
      family_name text not null default '',
      formatted_name text not null default ''
    );
    create index scim_user_external on scim_user (external_id) where external_id <> '';
    create index group_external on "group" (external_id) where external_id <> '';
    alter table "user" add column modified_at timestamptz not null default now();
    alter table "group" add column modified_at timestamptz not null default now();
    update "user" set modified_at = created_at;
    update "group" set modified_at = created_at;
    create function note_modification() returns trigger language plpgsql as $$
    begin
      new.modified_at := now();
      return new;
    end $$;
    create trigger user_modified before update on "user" for each row
      when (to_jsonb(new) - 'last_logged_in_at' is distinct from to_jsonb(old) - 'last_logged_in_at')
      execute function note_modification();
    create trigger group_modified before update on "group" for each row execute function note_modification();
    create table ldap_server (
      key text primary key,
      position integer not null,
      enabled boolean not null,
      settings jsonb not null,
      sealed_password text
    );
    create table ldap_group_setting (
      key text primary key,
      server_key text not null references ldap_server on delete cascade,
      enabled boolean not null,
      settings jsonb not null
    );
    create index ldap_group_setting_server on ldap_group_setting (server_key);
  `.execute(db);
}
