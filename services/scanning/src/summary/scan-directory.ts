import { severities } from '@packhouse/contract/scanning-words.ts';
import type { ScanDirectory } from '@packhouse/kernel/platform.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { findingCounts } from './counts.ts';

/** More packages than anybody looks through. */
const mostPackages = 10_000;

/** Severities by the words that searches use: `info` is what the screens call Information. */
function severitiesOf(words: readonly string[]): string[] {
  const wanted = new Set(words.map((word) => (word.toLowerCase() === 'info' ? 'information' : word.toLowerCase())));
  return severities.filter((severity) => wanted.has(severity.toLowerCase()));
}

async function packagesWith(db: Db, words: readonly string[]): Promise<{ repository: string; package: string }[]> {
  const { rows } = await sql<{ repository: string; package: string }>`
    with found as (
      select distinct component_id from finding where confidence = 'known' and severity = any(${severitiesOf(words)}::text[])
    )
    select repository, package from target where scanned_at is not null and component_id in (select component_id from found)
    union
    select target.repository, target.package from target join inventory on inventory.subject_id = target.subject_id
      where target.scanned_at is not null and inventory.component_id in (select component_id from found)
    limit ${mostPackages}`.execute(db);
  return rows;
}

/** What the other services may ask. */
export function scanDirectory(db: Db): ScanDirectory {
  return {
    counts: (places) => findingCounts(db, places),
    packagesWith: (words) => packagesWith(db, words),
    async progress() {
      const { rows } = await sql<{ scanned: number; total: number }>`
        select count(*)::integer as total, (count(*) filter (where scanned_at is not null))::integer as scanned from target`.execute(db);
      return rows[0] ?? { scanned: 0, total: 0 };
    },
  };
}
