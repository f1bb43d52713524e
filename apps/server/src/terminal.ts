/** The person who starts the platform reads this. */
export interface Terminal {
  /** Does one step of the start and prints it with its duration. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Prints a step that was done elsewhere. */
  done(name: string, milliseconds: number): void;
  say(text: string): void;
}

const duration = (milliseconds: number) => (milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

/** Writes plain lines, so that they read well in a terminal and in a service's journal. */
export function terminal(write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`)): Terminal {
  const done = (name: string, milliseconds: number) => write(`  ${name.padEnd(34)} ${duration(milliseconds)}`);
  return {
    done,
    say: write,
    async step(name, work) {
      const start = performance.now();
      const result = await work();
      done(name, performance.now() - start);
      return result;
    },
  };
}
