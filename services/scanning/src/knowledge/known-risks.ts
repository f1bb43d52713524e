import type { Db } from '../schema.ts';
import { selectRisks } from './knowledge-queries.ts';

/** How risky it is to go on with components, as it was judged last; those that are not risky are left out. */
export async function readRisks(db: Db, componentIds: readonly number[]): Promise<Map<number, { level: 'High' | 'Medium' | 'Low' }>> {
  return new Map((await selectRisks(db, componentIds)).map(({ component_id, level }) => [component_id, { level }]));
}
