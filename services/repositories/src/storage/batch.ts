import { limitAtOnce } from '@packhouse/limits/turns.ts';
import DataLoader from 'dataloader';

/** Queries of one kind that run at once. */
const atOnce = 4;

/**
 * Gathers the lookups that are asked for while queries are under way into the next one.
 * A lookup never joins a query that was already sent, so it sees everything committed before it was asked; yet a thousand at once cost a few queries.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<Map<string, Value>>,
  identify: (key: Key) => string,
  limit = 500,
): (key: Key) => Promise<Value | undefined> {
  const turns = limitAtOnce({ atOnce, waiting: Number.POSITIVE_INFINITY });
  /** Gives the turn of the batch that is being sent back. */
  let done: () => void = () => undefined;
  const loader = new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const end = done;
      try {
        const found = await load([...new Map(keys.map((key) => [identify(key), key])).values()]);
        return keys.map((key) => found.get(identify(key)));
      } finally {
        end();
      }
    },
    {
      cache: false,
      maxBatchSize: limit,
      // All lookups of one turn of the event loop go together, and those that come while too many queries run.
      batchScheduleFn(send) {
        setImmediate(() => {
          void turns.take().then((end) => {
            done = end;
            send();
          });
        });
      },
    },
  );
  return (key) => loader.load(key);
}
