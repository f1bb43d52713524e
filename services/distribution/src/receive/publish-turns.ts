import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';

/** Release bundles that one process makes visible at once: each of them holds a connection of few meanwhile. */
const mostAtOnce = 2;
/** Milliseconds that another one waits for its turn; its sender tries again after that. */
const patience = 60_000;

interface Turns {
  free: number;
  /** First come, first served. */
  waiting: Set<() => void>;
}

const turnsOf = new WeakMap<Context, Turns>();

function wait({ waiting }: Turns): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new AppError('unavailable', { message: 'Too many release bundles come in at once; send it again in a moment' }));
    }, patience);
    waiting.add(begin);
  });
}

/** Does it when few others are being done. Nothing that others need may be held while waiting. @throws AppError `unavailable` when there is no turn in time */
export async function inTurn<Result>(context: Context, publish: () => Promise<Result>): Promise<Result> {
  const turns = turnsOf.get(context) ?? { free: mostAtOnce, waiting: new Set() };
  turnsOf.set(context, turns);
  if (turns.free > 0) turns.free--;
  else await wait(turns);
  try {
    return await publish();
  } finally {
    const [next] = turns.waiting;
    if (next) {
      turns.waiting.delete(next);
      next();
    } else turns.free++;
  }
}
