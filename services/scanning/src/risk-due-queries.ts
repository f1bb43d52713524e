import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Notes the packages of some versions, each once; one that is noted already gets another mark. */
export async function insertDue(db: Db, versions: readonly { format: FormatId; package: string }[]): Promise<void> {
  const named = versions.map(({ format, package: name }) => ({ format, package: name }));
  await sql`
    insert into risk_due (format, package) select distinct format, package from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as given (format text, package text)
    order by format, package on conflict (format, package) do update set mark = default`.execute(db);
}
