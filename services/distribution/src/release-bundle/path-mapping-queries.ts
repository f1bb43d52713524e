import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** A pattern that takes longer is refused. */
const secondsPerMapping = 5;

/** `$1` as PostgreSQL writes it, and its own signs as plain text. */
const replacement = (output: string) => output.replace(/\\/g, '\\\\').replace(/\$(\d)/g, '\\$1');

/**
 * Where each `repository/path` goes: the first mapping that matches all of it decides. People bring the expressions, so they run in the
 * database, under a time limit, and not where a costly one would hold up everybody.
 */
export async function mapPaths({ db }: Context, places: readonly string[], mappings: readonly { input: string; output: string }[]): Promise<string[]> {
  if (mappings.length === 0 || places.length === 0) return [...places];
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${`${secondsPerMapping}s`}, true)`.execute(tx);
    const cases = mappings.map(({ input, output }) => {
      const expression = `^(?:${input})$`;
      return sql`when place ~ ${expression} then regexp_replace(place, ${expression}, ${replacement(output)})`;
    });
    const { rows } = await sql<{ mapped: string }>`
      select case ${sql.join(cases, sql` `)} else place end as mapped from unnest(${[...places]}::text[]) with ordinality as given(place, position) order by position`
      .execute(tx)
      .catch((error: { code?: string; message?: string }) => {
        if (error.code !== '57014' && error.code !== '2201B') throw error;
        const reason = String(error.message).replace(/^invalid regular expression: /, '');
        const said = error.code === '57014' ? say(distributionWords.mapping_too_slow) : say(distributionWords.mapping_unreadable, { reason });
        throw fieldRefusal('source.mappings', said);
      });
    return rows.map(({ mapped }) => mapped);
  });
}
