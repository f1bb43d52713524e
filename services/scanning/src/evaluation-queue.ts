import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Context } from './context.ts';

/** Judges versions whose findings, licences or rules changed; what they are is a list in the database. */
export const evaluationJobName = 'judge-versions';

/** Has judged what waits for it, together with what a transaction writes when there is one. */
export async function queueEvaluation(
  { platform }: Pick<Context, 'platform'>,
  options: { transaction?: AnyTransaction; delay?: number; key?: string } = {},
): Promise<void> {
  await platform.jobs.add(evaluationJobName, {}, { key: evaluationJobName, ...options });
}
