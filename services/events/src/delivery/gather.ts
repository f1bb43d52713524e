interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/**
 * Does for many items at once what would cost as much for each: what comes while the last are being done waits for them and is done next, all of it together.
 * One that comes alone does not wait. Where something fails each of its company is done by itself, so that none suffers for another.
 */
export function gather<Item>(most: number, work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let isWorking = false;

  async function workAlone({ item, done }: Waiting<Item>): Promise<void> {
    await work([item]).then(done.resolve, done.reject);
  }

  async function workTogether(batch: readonly Waiting<Item>[]): Promise<void> {
    const [first] = batch;
    if (batch.length === 1 && first) return workAlone(first);
    try {
      await work(batch.map(({ item }) => item));
    } catch {
      for (const one of batch) await workAlone(one);
      return;
    }
    for (const { done } of batch) done.resolve();
  }

  async function workOff(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) await workTogether(waiting.splice(0, most));
    isWorking = false;
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (!isWorking) void workOff();
    return done.promise;
  };
}
