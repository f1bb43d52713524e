import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Line {
  level?: number;
  msg?: string;
}

/** Level of an error in the lines that a server writes; fatal ones are above it. */
const error = 50;
/** More would hide the first, which says most. */
const mostShown = 10;

/** Lines of a server's logs that tell of an error, each with the name of its file. */
export async function findErrors(home: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('*/*.log', { cwd: join(home, 'logs') })) {
    const lines = (await readFile(join(home, 'logs', file), 'utf8')).split('\n').filter(Boolean);
    found.push(...lines.filter(isError).map((line) => `${file}: ${line}`));
  }
  return found;
}

/** A healthy run writes no error. @throws Error with the lines of a server that wrote any */
export async function requireQuietLogs(home: string): Promise<void> {
  const found = await findErrors(home);
  if (found.length > 0) throw new Error(`the server's logs hold ${found.length} errors:\n${found.slice(0, mostShown).join('\n')}`);
}

function isError(text: string): boolean {
  // Whoever wrote it was killed in the middle.
  if (text.startsWith('{') && !text.endsWith('}')) return false;
  const { level = 0 } = JSON.parse(text) as Line;
  return level >= error;
}
