import { sql, type Transaction } from 'kysely';
import type { Place } from '../release-bundle/release-bundle.ts';
import type { DistributionSchema } from '../schema.ts';

export interface Order {
  /** Of the signed version that is meant, whether it is here or not. */
  manifestSha256: string;
  /** Microseconds since 1970, by the sender. */
  orderedAt: number;
}

/** Keeps the latest order of a kind; answers those of both. */
export async function upsertOrder(
  tx: Transaction<DistributionSchema>,
  { name, version }: Place,
  kind: 'sent' | 'recalled',
  { manifestSha256, orderedAt }: Order,
): Promise<{ sent: number; recalled: number }> {
  return tx
    .insertInto('received_order')
    .values({ name, version, manifest_sha256: manifestSha256, [kind]: orderedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'version', 'manifest_sha256'])
        .doUpdateSet({ [kind]: sql`greatest(received_order.${sql.ref(kind)}, excluded.${sql.ref(kind)})`, at: new Date() }),
    )
    .returning(['sent', 'recalled'])
    .executeTakeFirstOrThrow();
}
