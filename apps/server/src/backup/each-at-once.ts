const atOnce = 4;

/** Does the work for each of many, a few at a time; after a failure none is begun. */
export async function eachAtOnce<T>(many: AsyncIterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const iterator = many[Symbol.asyncIterator]();
  let hasFailed = false;
  async function take(): Promise<void> {
    for (let next = await iterator.next(); !next.done && !hasFailed; next = await iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, take));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
