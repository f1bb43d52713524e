import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtNames, type SourceState } from '@packhouse/server/built-program.ts';

type Content = string | Uint8Array;

/** A server that runs may yet load what was built before. */
const keptMilliseconds = 86_400_000;

/** Writes what was built, each file at once: servers may be starting. What it was built from comes last, for it says that the rest is there. */
export function writeBuilt(folder: string, files: readonly (readonly [name: string, content: Content])[], sources: ReadonlyMap<string, SourceState>): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: Content) => {
    const draft = join(folder, `${name}.${process.pid}`);
    writeFileSync(draft, content);
    renameSync(draft, join(folder, name));
  };
  rmSync(join(folder, builtNames.sources), { force: true });
  for (const [name, content] of files) write(name, content);
  write(builtNames.sources, JSON.stringify(Object.fromEntries(sources)));
  const old = Date.now() - keptMilliseconds;
  for (const name of readdirSync(folder)) if (statSync(join(folder, name)).mtimeMs < old) rmSync(join(folder, name));
}
