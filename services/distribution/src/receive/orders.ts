import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Transaction } from 'kysely';
import type { Place } from '../release-bundle/release-bundle.ts';
import type { DistributionSchema } from '../schema.ts';
import { type Order, upsertOrder } from './order-queries.ts';

/** Milliseconds by which an order may be ahead of the clock here: who may only send must not have the last word for ever. */
const leeway = 24 * 3600_000;

/**
 * Of sending a bundle here and recalling it the later order decides, however late the calls of the earlier one come: their sender may have been killed, or
 * knows this deployment by another name. Orders about one bundle wait for each other until the transaction ends. @throws AppError `conflict`, `bad_request`
 */
export async function takeOrder(
  tx: Transaction<DistributionSchema>,
  { name, version }: Place,
  kind: 'sent' | 'recalled',
  { manifestSha256, orderedAt }: Order,
): Promise<void> {
  if (orderedAt / 1000 > Date.now() + leeway) throw new AppError(distributionWords.order_too_far_ahead, { name, version });
  const latest = await upsertOrder(tx, { name, version }, kind, { manifestSha256, orderedAt });
  if (kind === 'sent' && latest.recalled > orderedAt) throw new AppError(distributionWords.bundle_recalled_later, { name, version });
  if (kind === 'recalled' && latest.sent > orderedAt) throw new AppError(distributionWords.bundle_sent_later, { name, version });
}
