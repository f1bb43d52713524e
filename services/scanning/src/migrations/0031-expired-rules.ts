import { type Kysely, sql } from 'kysely';

/** Which ignore rules were written down in the audit log as expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ignore_rule add column expiry_audited boolean not null default false;
    create index ignore_rule_expiring on ignore_rule (expires_at) where deleted_at is null and not expiry_audited and expires_at is not null;
  `.execute(db);
}
