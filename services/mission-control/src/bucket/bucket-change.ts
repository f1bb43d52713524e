import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { AuditEntry } from '@packhouse/kernel/platform.ts';
import type { Transaction } from 'kysely';
import type { MissionControlSchema } from '../schema.ts';
import type { BucketContext } from './bucket-context.ts';
import { announce } from './carry-out.ts';

/** Who makes a change, and from where. */
export interface By {
  actor: string;
  address: string;
}

/** Runs a change of buckets: what it records is audited and told of when it is committed, and only then. */
export function inBucketChange<T>(
  context: BucketContext,
  by: By,
  run: (tx: Transaction<MissionControlSchema>, record: (entry: Omit<AuditEntry, 'actor' | 'address'>) => Promise<void>) => Promise<T>,
): Promise<T> {
  return context.db.transaction().execute((tx) =>
    run(tx, async (entry) => {
      await context.platform.identity.audit({ ...by, ...entry }, tx as unknown as AnyTransaction);
      await announce(context, tx, entry.subject);
    }),
  );
}
