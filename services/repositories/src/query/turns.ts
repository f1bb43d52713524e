/** Lets a number of things happen at once; the others wait for their turn, first come first served. */
export function limitAtOnce(most: number): { take(): Promise<() => void> } {
  let free = most;
  const waiting: (() => void)[] = [];
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    async take() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        release();
      };
    },
  };
}
