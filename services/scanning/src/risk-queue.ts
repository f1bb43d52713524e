import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Context } from './context.ts';
import { insertDue } from './risk-due-queries.ts';

/** Says how risky it is to go on with versions: of all packages. */
export const riskJobName = 'judge-operational-risk';
/** Of the packages of which versions came. */
export const dueRisksJobName = 'judge-due-risks';

/** Milliseconds in which versions of a package come that are judged together. */
const gathering = 1000;

export interface NamedPackage {
  format: FormatId;
  name: string;
}

/** Has everything judged anew. */
export async function queueAllRisks({ platform }: Pick<Context, 'platform'>, transaction?: AnyTransaction): Promise<void> {
  await platform.jobs.add(riskJobName, {}, { key: riskJobName, ...(transaction ? { transaction } : {}) });
}

/** Has packages judged of which versions came. Each version of a package is judged by all others, so a burst of them is judged once. */
export async function queueRisks(
  { db, platform }: Pick<Context, 'db' | 'platform'>,
  versions: readonly { format: FormatId; package: string }[],
): Promise<void> {
  if (versions.length === 0) return;
  await insertDue(db, versions);
  await platform.jobs.add(dueRisksJobName, {}, { key: dueRisksJobName, delay: gathering, keepsTime: true });
}
