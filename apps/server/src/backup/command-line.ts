import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The command was called in a way that it does not know. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The folder and the options of a command. @throws UsageError */
export function parseCommand<const Options extends ParseArgsOptionsConfig>(parameters: readonly string[], options: Options) {
  try {
    const { positionals, values } = parseArgs({ args: [...parameters], options, allowPositionals: true, strict: true });
    const [folder, ...rest] = positionals;
    if (folder === undefined || rest.length > 0) throw new UsageError();
    return { folder, values };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message, { cause: error });
  }
}

/** Runs a command. Asked for help it says how it is called and ends with 0; called wrongly it says so as well, and ends with 2. */
export async function withUsage(usage: string, parameters: readonly string[], run: () => Promise<void>): Promise<void> {
  if (parameters.includes('--help') || parameters.includes('-h')) return void process.stdout.write(`${usage}\n`);
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message ? `${error.message}\n` : ''}${usage}\n`);
    process.exitCode = 2;
  }
}

const shown = 50;

/** Says a heading and what it is about, on the channel for what went wrong; of very many the first. */
export function sayList(heading: string, lines: readonly string[]): void {
  const rest = lines.length > shown ? [`… ${lines.length}`] : [];
  process.stderr.write(
    `${[
      heading,
      ...lines
        .slice(0, shown)
        .concat(rest)
        .map((line) => `  ${line}`),
    ].join('\n')}\n`,
  );
}
