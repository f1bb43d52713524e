import type { JudgedBy } from '@packhouse/contract/judged-by.ts';
import { type RawBuilder, sql } from 'kysely';

/** A source as the database writes it into a document. */
export interface KeptSource {
  name: string;
  at: string;
}

/** The sources among the rows of `coverage` that are joined, each once, as a document; null where there are none. */
export const joinedSources: RawBuilder<KeptSource[] | null> = sql`jsonb_agg(distinct jsonb_build_object('name', coverage.name, 'at', coverage.good_at))
  filter (where coverage.name is not null)`;

export const toJudgedBy = (sources: readonly KeptSource[] | null): JudgedBy =>
  (sources ?? []).map(({ name, at }) => ({ name, at: new Date(at).toISOString() }));
