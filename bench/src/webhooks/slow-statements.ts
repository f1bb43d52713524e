import { createReadStream } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { benchName } from './webhooks-data.ts';

interface SlowKind {
  /** How the statement begins. */
  text: string;
  count: number;
  /** Milliseconds. */
  longest: number;
}

export interface SlowStatements {
  count: number;
  /** Milliseconds. */
  longest: number;
  /** Those that are alike, the slowest first. */
  kinds: SlowKind[];
}

const shown = 70;
const entry = /application=(\S*) LOG:\s+duration: ([\d.]+) ms\s+(?:statement|(?:execute|parse|bind) [^:]*): ([^"]*)/g;

/** The beginning of a statement, as it stands in a line of the log. */
const getBeginning = (text: string) =>
  text
    .split(/\\n20\d\d-/)[0]!
    .replaceAll(/\\[nt]|\s+/g, ' ')
    .trim()
    .replaceAll(/ +/g, ' ')
    .slice(0, shown);

/** What the database of a platform has logged as slow, but for what this program itself asked. */
export async function readSlowStatements(home: string): Promise<SlowStatements> {
  const kinds = new Map<string, SlowKind>();
  for await (const file of glob('*/*.log', { cwd: join(home, 'logs') }))
    for await (const line of createInterface({ input: createReadStream(join(home, 'logs', file)) }))
      for (const [, name, milliseconds, statement = ''] of line.matchAll(entry)) {
        if (name === benchName) continue;
        const text = getBeginning(statement);
        const kind = kinds.get(text) ?? { text, count: 0, longest: 0 };
        kinds.set(text, { text, count: kind.count + 1, longest: Math.max(kind.longest, Number(milliseconds)) });
      }
  const sorted = [...kinds.values()].toSorted((one, other) => other.longest - one.longest);
  return { count: sorted.reduce((sum, { count }) => sum + count, 0), longest: sorted[0]?.longest ?? 0, kinds: sorted };
}
