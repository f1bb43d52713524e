import { type Kysely, sql } from 'kysely';

/** Adds what package lists are ordered by and searched for: names in the order of their letters, their last parts, licences and keywords. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index package_listing on package (lower(name) collate "C", name collate "C");
    create index package_last_part on package ((regexp_replace(lower(name), '^.*[/:]', '')) text_pattern_ops);
    create index package_without_at on package ((ltrim(lower(name), '@')) text_pattern_ops);
    create index version_licenses on version using gin ((facts -> 'licenses'));
    create index version_tags on version using gin ((facts -> 'tags'));
  `.execute(db);
}
