import { type Kysely, sql } from 'kysely';

/** Until when products are supported, by release cycle, and which products images are made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table source drop constraint source_kind_check, add constraint source_kind_check check (kind in ('osv', 'epss', 'kev', 'eol'));
    alter table source_address drop constraint source_address_kind_check,
      add constraint source_address_kind_check check (kind in ('osv', 'epss', 'kev', 'eol'));
    create table support_product (
      id bigint generated always as identity primary key,
      source_id bigint not null references source on delete cascade,
      name text not null,
      label text not null,
      unique (source_id, name)
    );
    create table support_name (
      name text not null,
      product_id bigint not null references support_product on delete cascade,
      primary key (name, product_id)
    );
    create index support_name_product on support_name (product_id);
    comment on column support_name.name is 'By which it is found: os:debian, runtime:python, or a package URL without its version.';
    create table support_cycle (
      product_id bigint not null references support_product on delete cascade,
      cycle text not null,
      released date,
      support_until date,
      eol date,
      ended boolean not null,
      primary key (product_id, cycle)
    );
    comment on column support_cycle.ended is 'It is said to be over, with or without a date.';
    create table subject_platform (
      subject_id bigint not null references subject on delete cascade,
      kind text not null check (kind in ('distribution', 'runtime', 'base')),
      name text not null,
      version text not null,
      primary key (subject_id, kind, name, version)
    );
    comment on table subject_platform is 'The distribution an image is of, the runtimes it says it has, and the image it says it was built on.';
  `.execute(db);
}
