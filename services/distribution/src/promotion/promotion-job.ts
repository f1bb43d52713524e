import { promotionWords } from '@packhouse/contract/distribution/promotion-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { announce } from '../release-bundle/announce.ts';
import { selectFiles, selectSigned } from '../release-bundle/release-bundle-queries.ts';
import { lockUnfinished, updateUnfinished } from './promotion-queries.ts';
import { placeFiles } from './receivers.ts';

const promotionJobName = 'promote-release-bundle';

/** Whoever waits for it carries it out before the job comes; the job is there for those who do not, and for what was interrupted. */
export async function queuePromotion({ platform }: Context, tx: AnyTransaction, id: number, delay: number): Promise<void> {
  await platform.jobs.add(promotionJobName, { id }, { key: `${promotionJobName} ${id}`, transaction: tx, delay });
}

/** Brings the files to their places. Its row is held, so that a second call waits for the first and finds it done. Answers why it failed. */
export async function carryOutPromotion(context: Context, id: number): Promise<AppError | undefined> {
  const { db, storage, log } = context;
  await updateUnfinished(db, id, { status: 'PROCESSING' });
  return db.transaction().execute(async (tx) => {
    const row = await lockUnfinished(tx, id);
    const bundle = row && (await selectSigned(tx, row.bundle_id));
    if (!row || !bundle) return undefined;
    try {
      await storage.promote(placeFiles(row, await selectFiles(tx, bundle.id)), row.created_by, row.replaces);
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError(promotionWords.promotion_failed, {}, { cause: error });
      log.warn({ err: error, bundle: bundle.name, version: bundle.version }, 'a release bundle could not be promoted');
      await updateUnfinished(tx, id, { status: 'FAILED', finished_at: new Date(), ...keepSaid(saidBy(failure)) });
      await announce(context, tx, 'promotion-failed', bundle, { by: row.created_by, environment: row.environment, message: failure.message });
      return failure;
    }
    await updateUnfinished(tx, id, { status: 'COMPLETED', finished_at: new Date() });
    await announce(context, tx, 'promoted', bundle, { by: row.created_by, environment: row.environment });
    return undefined;
  });
}

/** Carries out what nobody waits for. It may run again at any time. */
export function promotionJob(context: Context): Job<{ id: number }> {
  return {
    name: promotionJobName,
    async run({ id }) {
      await carryOutPromotion(context, id);
    },
  };
}
