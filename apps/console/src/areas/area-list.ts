import { call } from '@packhouse/console-kit/calls/calls.ts';
import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { consoleAreas } from '@packhouse/contract/shell/shell-routes.ts';

/** An area as the server lists it. */
export interface ListedArea extends AreaManifest {
  /** Address of the script that opens its code. */
  entry: string;
}

let areas: readonly ListedArea[] = [];

/** The areas known so far. */
export function listedAreas(): readonly ListedArea[] {
  return areas;
}

/** Reads which areas there are. Without the list the shell still stands, with its own pages. */
export async function readAreas(): Promise<readonly ListedArea[]> {
  areas = (await call(consoleAreas, {})) as unknown as readonly ListedArea[];
  return areas;
}

const isWithin = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`);

/** The area that a path (without `/ui`) belongs to: the one with the longest beginning. */
export function findArea(path: string, among: readonly ListedArea[] = areas): ListedArea | undefined {
  let best: { area: ListedArea; length: number } | undefined;
  for (const area of among)
    for (const beginning of area.paths) if (isWithin(path, beginning) && beginning.length > (best?.length ?? 0)) best = { area, length: beginning.length };
  return best?.area;
}
