import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';

function readId(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Name of the node that runs on this home directory, the same for every process of it and at every start. */
export function getNodeId({ home, nodeId }: Pick<Config, 'home' | 'nodeId'>): string {
  if (nodeId !== undefined) return nodeId;
  const file = join(home, 'run', 'node-id');
  const known = readId(file);
  if (known !== undefined) return known;
  mkdirSync(join(home, 'run'), { recursive: true });
  const host = hostname()
    .replace(/[^\w.-]/g, '-')
    .slice(0, 50);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${host}-${randomBytes(2).toString('hex')}\n`);
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process of the family made it at the same moment: that one counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readId(file)!;
}
