import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Context } from './context.ts';

/** Says how risky it is to go on with versions. */
export const riskJobName = 'judge-operational-risk';

export interface NamedPackage {
  format: FormatId;
  name: string;
}

/** Has everything judged anew. */
export async function queueAllRisks({ platform }: Pick<Context, 'platform'>, transaction?: AnyTransaction): Promise<void> {
  await platform.jobs.add(riskJobName, {}, { key: riskJobName, ...(transaction ? { transaction } : {}) });
}

/** Has packages judged of which versions came. */
export async function queueRisks({ platform }: Pick<Context, 'platform'>, versions: readonly { format: FormatId; package: string }[]): Promise<void> {
  const packages = new Map(versions.map(({ format, package: name }) => [`${format} ${name}`, { format, name }]));
  if (packages.size > 0) await platform.jobs.add(riskJobName, { packages: [...packages.values()] });
}
