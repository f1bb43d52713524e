import { type Kysely, sql } from 'kysely';

/** Signed statements about content, and the keys in PEM that such signatures are checked with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table trusted_key add column kind text not null default 'openpgp' check (kind in ('openpgp', 'pem'));
    create table evidence (
      id bigint generated always as identity primary key,
      subject_sha256 text not null,
      repository_id bigint not null references repository on delete cascade,
      path text not null,
      sha256 text not null,
      predicate_type text not null,
      provider text not null,
      attachments jsonb not null,
      created_at timestamptz not null default now(),
      created_by text not null,
      unique (repository_id, path)
    );
    create index evidence_subject on evidence (subject_sha256, id);`.execute(db);
}
