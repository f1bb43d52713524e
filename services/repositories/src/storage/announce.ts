import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';

/** Writes how far long work is and tells watching administrators of it: `garbage.run`, `retention.run`. What is told is only which one; they read the rest. `data` with a `repository` tells whoever may read that. */
export function announced<Result>(
  context: Pick<Context, 'db' | 'platform'>,
  type: string,
  write: (transaction: Transaction<RepositoriesSchema>) => Promise<Result>,
  subject = type,
  data: Record<string, unknown> = {},
): Promise<Result> {
  return context.db.transaction().execute(async (transaction) => {
    const result = await write(transaction);
    await context.platform.outbox.publish(transaction, { type, subject, data });
    return result;
  });
}
