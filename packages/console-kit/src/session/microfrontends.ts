import type { Area } from './area.ts';

type Load = (id: string) => Promise<Area | undefined>;

let load: Load = async () => undefined;

/** Says how areas are fetched; for the shell. */
export function provideMicrofrontends(how: Load): void {
  load = how;
}

/** Another area's code, for a page that mounts a part of it; undefined when it cannot be had. */
export function fetchMicrofrontend(id: string): Promise<Area | undefined> {
  return load(id);
}
