import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When a file was changed last, in milliseconds since 1970, and its size in bytes. */
export type SourceState = readonly [changed: number, size: number];

/** What is built stands in this folder, from the root of the checkout, and there has these names. */
export const builtFolder = 'apps/server/dist';
export const builtNames = { program: 'program', sources: 'sources.json' } as const;

/** How a file of the checkout is now. @throws Error when it is not there */
export function readSourceState(root: string, file: string): SourceState {
  const { mtimeMs, size } = statSync(join(root, file));
  return [mtimeMs, size];
}

function isUnchanged(root: string, file: string, [changed, size]: SourceState): boolean {
  const now = statSync(join(root, file), { throwIfNoEntry: false });
  return now?.mtimeMs === changed && now.size === size;
}

/**
 * Finds the program that was built from the sources of a checkout as they are now; none when one of them has changed since, or none was built.
 * They are told by the times of their changes, as `make` does it: reading two thousand would take as long as is saved.
 */
export function findBuiltProgram(root: string): string | undefined {
  const listed = join(root, builtFolder, builtNames.sources);
  if (!existsSync(listed)) return undefined;
  const sources = Object.entries(JSON.parse(readFileSync(listed, 'utf8')) as Record<string, SourceState>);
  return sources.every(([file, state]) => isUnchanged(root, file, state)) ? join(root, builtFolder, `${builtNames.program}.js`) : undefined;
}
