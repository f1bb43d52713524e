import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Context } from '../context.ts';

export const indexJobName = 'build-index';

/** Changes are gathered for so long before a listing is built, unless a client asks for it earlier. */
const gathering = 2000;

/** Has a listing built soon; one job waits for each scope. */
export function addIndexJob(context: Pick<Context, 'platform'>, repositoryKey: string, scope: string, transaction?: AnyTransaction): Promise<void> {
  return context.platform.jobs.add(
    indexJobName,
    { repositoryKey, scope },
    { key: `${indexJobName} ${repositoryKey} ${scope}`, delay: gathering, ...(transaction ? { transaction } : {}) },
  );
}
