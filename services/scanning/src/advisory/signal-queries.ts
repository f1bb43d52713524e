import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface Probability {
  cve: string;
  epss: number;
  percentile: number;
}

export interface Exploited {
  cve: string;
  kev: { added: string; due: string | null; ransomware: boolean };
}

/** Keeps probabilities; answers how many are new or others. */
export async function keepProbabilities(db: Db, rows: readonly Probability[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into cve_signal (cve, epss, percentile, at)
    select distinct on (given.cve) given.cve, given.epss, given.percentile, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (cve text, epss real, percentile real) order by given.cve
    on conflict (cve) do update set epss = excluded.epss, percentile = excluded.percentile, at = excluded.at
    where (cve_signal.epss, cve_signal.percentile) is distinct from (excluded.epss, excluded.percentile)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Keeps what is known to be exploited; answers how many are new or others. */
export async function keepExploited(tx: Db, rows: readonly Exploited[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into cve_signal (cve, kev, at)
    select distinct on (given.cve) given.cve, given.kev, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (cve text, kev jsonb) order by given.cve
    on conflict (cve) do update set kev = excluded.kev, at = excluded.at where cve_signal.kev is distinct from excluded.kev`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** What is in the catalogue no more is not known to be exploited. */
export async function forgetExploited(tx: Db, rows: readonly Exploited[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update cve_signal set kev = null, at = now() where kev is not null and cve <> all(${rows.map(({ cve }) => cve)}::text[])`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
