/**
 * Gathers the lookups that are asked for while a query is under way into the next one.
 * A lookup never joins a query that was already sent, so it sees everything committed before it was asked; yet a thousand at once cost a few queries.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<Map<string, Value>>,
  identify: (key: Key) => string,
  limit = 500,
): (key: Key) => Promise<Value | undefined> {
  interface Waiting {
    key: Key;
    callers: { resolve: (value: Value | undefined) => void; reject: (reason: unknown) => void }[];
  }
  let waiting = new Map<string, Waiting>();
  let running = 0;
  const atOnce = 4;

  function flush(): void {
    while (running < atOnce && waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, limit));
      if (batch.size === waiting.size) waiting = new Map();
      else for (const id of batch.keys()) waiting.delete(id);
      running++;
      void run(batch);
    }
  }

  async function run(batch: Map<string, Waiting>): Promise<void> {
    try {
      const found = await load([...batch.values()].map(({ key }) => key));
      for (const [id, { callers }] of batch) for (const { resolve } of callers) resolve(found.get(id));
    } catch (reason) {
      for (const { callers } of batch.values()) for (const { reject } of callers) reject(reason);
    } finally {
      running--;
      flush();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const id = identify(key);
      const entry = waiting.get(id);
      if (entry) entry.callers.push({ resolve, reject });
      else {
        waiting.set(id, { key, callers: [{ resolve, reject }] });
        // All lookups of one turn of the event loop go together.
        if (waiting.size === 1) setImmediate(flush);
      }
    });
}
