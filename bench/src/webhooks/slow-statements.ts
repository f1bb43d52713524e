import { createReadStream } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { benchName } from './webhooks-data.ts';

export interface SlowStatements {
  count: number;
  /** Milliseconds. */
  longest: number;
}

/** What the database of a platform has logged as slow, but for what this program itself asked. */
export async function readSlowStatements(home: string): Promise<SlowStatements> {
  const found: number[] = [];
  for await (const file of glob('*/*.log', { cwd: join(home, 'logs') }))
    for await (const line of createInterface({ input: createReadStream(join(home, 'logs', file)) }))
      for (const [, name, milliseconds] of line.matchAll(/application=(\S*) LOG:\s+duration: ([\d.]+) ms/g))
        if (name !== benchName) found.push(Number(milliseconds));
  return { count: found.length, longest: found.reduce((most, one) => Math.max(most, one), 0) };
}
