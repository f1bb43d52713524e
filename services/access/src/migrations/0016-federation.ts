import { type Kysely, sql } from 'kysely';

/** What is noted about users, groups, permissions and tokens while they are shared with other deployments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "user" add column uid uuid not null default gen_random_uuid() unique;
    alter table "group" add column uid uuid not null default gen_random_uuid() unique;
    alter table permission add column uid uuid not null default gen_random_uuid() unique;
    alter table access_token add column uid uuid not null default gen_random_uuid() unique;
    create table federation_state (
      one boolean primary key default true check (one),
      incarnation text not null default '1',
      number bigint not null default 0,
      position bigint not null default 0,
      stamp text not null default '0000000000000000',
      enrolled boolean not null default false
    );
    insert into federation_state default values;
    create table federation_dirty (
      id bigint generated always as identity primary key,
      kind text not null,
      uid uuid not null,
      transaction xid8 not null default pg_current_xact_id()
    );
    create table federation_register (
      kind text not null,
      uid uuid not null,
      register text not null,
      value jsonb not null,
      stamp text not null,
      origin text not null,
      number bigint not null,
      replaced text not null,
      signature text not null,
      position bigint not null unique,
      primary key (kind, uid, register)
    );
    create index federation_register_name on federation_register (kind, lower(value->>'name')) where register in ('profile', 'settings', 'whole');
    create index federation_register_origin on federation_register (origin, number);
    create table federation_seen (origin text primary key, number bigint not null);
    create table federation_link (
      id uuid primary key,
      federation uuid not null,
      peer text not null,
      peer_name text not null,
      direction text not null check (direction in ('in', 'out')),
      mode text not null check (mode in ('star', 'mesh')),
      types text[] not null,
      include text[] not null default '{}',
      exclude text[] not null default '{}',
      adopt boolean not null default false,
      adopt_administrators boolean not null default false,
      forward boolean not null default false,
      phase text not null default 'configuring' check (phase in ('configuring', 'snapshot', 'live', 'ending')),
      generation integer not null default 1,
      cursor text not null default '',
      fence bigint not null default 0,
      position bigint not null default 0,
      refused jsonb not null default '[]',
      copies text,
      failures integer not null default 0,
      next_at timestamptz not null default now(),
      lease_until timestamptz,
      error text,
      lag_ms integer,
      last_at timestamptz,
      created_at timestamptz not null default now()
    );
    create table federation_copy (
      kind text not null,
      uid uuid not null,
      link uuid not null references federation_link on delete cascade,
      generation integer not null,
      primary key (kind, uid, link)
    );
    create index federation_copy_link on federation_copy (link, generation);
    create table federation_conflict (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      kind text not null,
      uid uuid not null,
      name text not null,
      register text not null,
      kept jsonb not null,
      lost jsonb not null,
      kept_origin text not null,
      lost_origin text not null,
      restored_by text
    );
    create table federation_parked (
      kind text not null,
      uid uuid not null,
      reason text not null,
      name text not null,
      waits_for uuid[] not null default '{}',
      link uuid references federation_link on delete cascade,
      at timestamptz not null default now(),
      primary key (kind, uid)
    );
    create table federation_alias (kind text not null, old uuid not null, new uuid not null, primary key (kind, old, new));
    create table federation_disabled_here (uid uuid primary key);
    create table federation_issuer (kid text primary key, deployment text not null, key jsonb not null);
    create index federation_issuer_deployment on federation_issuer (deployment);
    create function note_federated(what text, which uuid) returns void language plpgsql set search_path from current as $$
    begin
      if which is not null and exists (select 1 from federation_link) and coalesce(current_setting('packhouse.federation', true), '') <> 'applies' then
        insert into federation_dirty (kind, uid) select what, which
        where not exists (select 1 from federation_dirty where kind = what and uid = which and transaction = pg_current_xact_id());
      end if;
    end $$;
    create index federation_dirty_thing on federation_dirty (uid);
    create function note_federated_row() returns trigger language plpgsql set search_path from current as $$
    begin
      perform note_federated(tg_argv[0], case tg_op when 'DELETE' then old.uid else new.uid end);
      return null;
    end $$;
    create function note_federated_member() returns trigger language plpgsql set search_path from current as $$
    begin
      perform note_federated('user', (select uid from "user" where id = case tg_op when 'DELETE' then old.user_id else new.user_id end));
      return null;
    end $$;
    create function note_federated_section() returns trigger language plpgsql set search_path from current as $$
    begin
      perform note_federated('permission', (select uid from permission where id = case tg_op when 'DELETE' then old.permission_id else new.permission_id end));
      return null;
    end $$;
    create function note_federated_grant() returns trigger language plpgsql set search_path from current as $$
    begin
      perform note_federated('permission', (select p.uid from permission_section s join permission p on p.id = s.permission_id
        where s.id = case tg_op when 'DELETE' then old.section_id else new.section_id end));
      return null;
    end $$;
    create trigger user_federated after insert or delete or update of name, email, realm, password_hash, password_changed_at, password_expired, administrator, enabled,
      profile_updatable, console_access, password_enabled, kept_rights on "user" for each row execute function note_federated_row('user');
    create trigger group_federated after insert or update or delete on "group" for each row execute function note_federated_row('group');
    create trigger permission_federated after insert or update or delete on permission for each row execute function note_federated_row('permission');
    create trigger token_federated after insert or update of revoked_at, expires_at, reference_hash on access_token for each row execute function note_federated_row('token');
    create trigger membership_federated after insert or delete on membership for each row execute function note_federated_member();
    create trigger permission_section_federated after insert or update or delete on permission_section for each row execute function note_federated_section();
    create trigger permission_grant_federated after insert or update or delete on permission_grant for each row execute function note_federated_grant();
  `.execute(db);
}
