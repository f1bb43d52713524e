import { firewallRecordMonths } from '@packhouse/contract/repositories/firewall-routes.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { FirewallRecordTable } from './firewall-schema.ts';

/** A rule refused something to somebody, or would have. */
export interface Noted {
  ruleId: number;
  rule: string;
  repository: string;
  package: string;
  version: string;
  /** Empty for visitors. */
  actor: string;
  outcome: 'observed' | 'refused';
  /** Where it was refused, or would have been: at a download, or in a listing, of which the version is the newest that was left out. */
  place: 'download' | 'listing';
  versions: number;
}

export interface Gathered extends Noted {
  count: number;
  first: Date;
  last: Date;
}

export type RecordRow = Selectable<FirewallRecordTable>;

/** Adds to what is known of a month; always in the same order, so that two writers do not wait for each other. */
export async function addRecords(db: Db, gathered: readonly Gathered[]): Promise<void> {
  const document = JSON.stringify(gathered);
  await sql`
    insert into firewall_record (month, rule_id, rule, repository, package, version, actor, outcome, place, versions, count, first_at, last_at)
    select date_trunc('month', given.last at time zone 'UTC')::date, given."ruleId", given.rule, given.repository, given.package, given.version, given.actor, given.outcome,
      given.place, given.versions, given.count, given.first, given.last
    from jsonb_to_recordset(${document}::jsonb) as given ("ruleId" bigint, rule text, repository text, package text, version text, actor text, outcome text,
      place text, versions integer, count bigint, first timestamptz, last timestamptz)
    order by 1, 2, 4, 5, 6, 7, 8, 9
    on conflict (month, rule_id, repository, package, version, actor, outcome, place) do update
      set versions = greatest(firewall_record.versions, excluded.versions), count = firewall_record.count + excluded.count, rule = excluded.rule, last_at = greatest(firewall_record.last_at, excluded.last_at)`.execute(
    db,
  );
}

/** A year is enough to see whether a rule was worth it. The present month is one of those that are kept. */
export async function forgetRecords(db: Db): Promise<void> {
  await sql`
    delete from firewall_record where month <= date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${firewallRecordMonths})`.execute(db);
}

export interface RecordFilter {
  /** Its first day. */
  month: string;
  outcome?: 'observed' | 'refused' | undefined;
  search?: string | undefined;
  /** Only of these; of all of them without. */
  repositories?: readonly string[] | undefined;
}

const fitting = (db: Db, { month, outcome, search, repositories }: RecordFilter) => {
  let query = db.selectFrom('firewall_record').where('month', '=', sql<Date>`${month}::date`);
  if (outcome) query = query.where('outcome', '=', outcome);
  if (repositories) query = query.where('repository', '=', sql<string>`any(${repositories}::text[])`);
  if (search !== undefined)
    query = query.where(sql<boolean>`strpos(lower(package || ' ' || rule || ' ' || repository || ' ' || actor), ${search.toLowerCase()}) > 0`);
  return query;
};

/** A page of what was noted in a month, what began last first. */
export function selectRecords(db: Db, filter: RecordFilter, page: { after: number | undefined; limit: number }): Promise<RecordRow[]> {
  let query = fitting(db, filter).selectAll().orderBy('id', 'desc').limit(page.limit);
  if (page.after !== undefined) query = query.where('id', '<', page.after);
  return query.execute();
}

export async function countRecords(db: Db, filter: RecordFilter): Promise<number> {
  const { count } = await fitting(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
