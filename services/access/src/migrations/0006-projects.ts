import { type Kysely, sql } from 'kysely';

/** Projects with their members, roles and environments, and those that every project has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project (
      id bigint generated always as identity primary key,
      key text not null unique,
      name text not null,
      description text not null default '',
      manage_members boolean not null default true,
      manage_resources boolean not null default true,
      index_resources boolean not null default true,
      quota_bytes bigint,
      soft_limit boolean not null default false,
      quota_notification boolean not null default true,
      created_at timestamptz not null default now()
    );
    create unique index project_name on project (lower(name));
    create table environment (
      id bigint generated always as identity primary key,
      project_id bigint references project on delete cascade,
      name text not null
    );
    create unique index environment_name on environment (lower(name));
    create index environment_project on environment (project_id);
    create table role (
      id bigint generated always as identity primary key,
      project_id bigint references project on delete cascade,
      name text not null,
      description text not null default '',
      type text not null check (type in ('ADMIN', 'PREDEFINED', 'CUSTOM_GLOBAL', 'CUSTOM')),
      environments text[] not null default '{}',
      actions text[] not null default '{}'
    );
    create unique index role_name on role (project_id, lower(name)) nulls not distinct;
    create table project_member (
      project_id bigint not null references project on delete cascade,
      user_id bigint references "user" on delete cascade,
      group_id bigint references "group" on delete cascade,
      role_id bigint not null references role on delete cascade,
      check ((user_id is null) <> (group_id is null)),
      unique nulls not distinct (project_id, user_id, group_id, role_id)
    );
    create index project_member_user on project_member (user_id) where user_id is not null;
    create index project_member_group on project_member (group_id) where group_id is not null;
    create index project_member_role on project_member (role_id);
    insert into environment (name) values ('DEV'), ('PROD');
    insert into role (name, description, type, environments, actions) values
      ('Project Admin', 'Administers the project, its members and its resources', 'ADMIN', '{}', '{}'),
      ('Developer', 'Deploys, changes and deletes in development', 'PREDEFINED', '{DEV}', '{READ_REPOSITORY,ANNOTATE_REPOSITORY,DEPLOY_CACHE_REPOSITORY,DELETE_OVERWRITE_REPOSITORY,MANAGE_XRAY_MD_REPOSITORY,READ_RELEASE_BUNDLE,ANNOTATE_RELEASE_BUNDLE,CREATE_RELEASE_BUNDLE,READ_BUILD,ANNOTATE_BUILD,DEPLOY_BUILD,DELETE_BUILD,MANAGE_XRAY_MD_BUILD,READ_SOURCES_PIPELINE,TRIGGER_PIPELINE}'),
      ('Contributor', 'Reads and deploys in development', 'PREDEFINED', '{DEV}', '{READ_REPOSITORY,ANNOTATE_REPOSITORY,DEPLOY_CACHE_REPOSITORY,READ_RELEASE_BUNDLE,READ_BUILD,DEPLOY_BUILD,READ_SOURCES_PIPELINE,TRIGGER_PIPELINE}'),
      ('Viewer', 'Reads everywhere', 'PREDEFINED', '{DEV,PROD}', '{READ_REPOSITORY,READ_RELEASE_BUNDLE,READ_BUILD,READ_SOURCES_PIPELINE}'),
      ('Release Manager', 'Brings releases from development to production', 'PREDEFINED', '{DEV,PROD}', '{READ_REPOSITORY,ANNOTATE_REPOSITORY,DEPLOY_CACHE_REPOSITORY,DELETE_OVERWRITE_REPOSITORY,READ_RELEASE_BUNDLE,ANNOTATE_RELEASE_BUNDLE,CREATE_RELEASE_BUNDLE,DISTRIBUTE_RELEASE_BUNDLE,DELETE_RELEASE_BUNDLE,READ_BUILD,ANNOTATE_BUILD,DEPLOY_BUILD}'),
      ('Security Manager', 'Keeps policies, watches and findings', 'PREDEFINED', '{DEV,PROD}', '{READ_REPOSITORY,READ_BUILD,READ_RELEASE_BUNDLE,TRIGGER_SECURITY,ISSUES_SECURITY,LICENCES_SECURITY,REPORTS_SECURITY,WATCHES_SECURITY,POLICIES_SECURITY,RULES_SECURITY,READ_POLICIES_SECURITY}');
  `.execute(db);
}
