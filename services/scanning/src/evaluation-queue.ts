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

/** Milliseconds between two requests of one kind for judging. */
const spacing = 500;

/**
 * Has judged what waits for it, at once and then no more often than twice a second, however often it is asked: what ends one after the other, such as scans,
 * is judged together. What a process that ends could not ask for any more is found by the judging that comes round every minute.
 */
export function evaluationInTurns(context: Pick<Context, 'platform'>): () => Promise<void> {
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const queue = () => {
    timer = undefined;
    nextAt = performance.now() + spacing;
    return queueEvaluation(context);
  };
  return async () => {
    if (timer) return;
    const wait = nextAt - performance.now();
    if (wait <= 0) return queue();
    timer = setTimeout(() => void queue().catch(() => undefined), wait).unref();
  };
}
