import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { limitAtOnce, type Turns } from '@packhouse/limits/turns.ts';
import type { Context } from '../context.ts';

/**
 * Release bundles that one process makes visible at once: each of them holds a connection of few meanwhile. Another one waits a minute for its turn;
 * its sender tries again after that.
 */
const limits = {
  atOnce: 2,
  patience: 60_000,
  refusal: () => new AppError(distributionWords.too_many_bundles_arriving),
};

const turnsOf = new WeakMap<Context, Turns>();

/** Does it when few others are being done. Nothing that others need may be held while waiting. @throws AppError `unavailable` when there is no turn in time */
export async function inTurn<Result>(context: Context, publish: () => Promise<Result>): Promise<Result> {
  const turns = turnsOf.get(context) ?? limitAtOnce(limits);
  turnsOf.set(context, turns);
  return turns.run(publish);
}
