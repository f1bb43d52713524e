import type { Context } from '../context.ts';
import type { FindingRow } from './finding.ts';
import { selectFindings, selectIssuePage } from './finding-queries.ts';

/** Every finding that is known in some versions, up to so many vulnerabilities: those that are active and those that are ignored. */
export async function readKnownFindings(context: Pick<Context, 'db' | 'peers'>, targetIds: readonly number[], most: number): Promise<FindingRow[]> {
  const rows: FindingRow[] = [];
  for (const ignored of [false, true]) {
    const { ids } = await selectIssuePage(context, targetIds, { ignored, skipped: false, limit: most, offset: 0 });
    rows.push(...(await selectFindings(context, targetIds, { ids, ignored })).filter(({ confidence }) => confidence === 'known'));
  }
  return rows;
}
