import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import type { FileLabel } from '@packhouse/peers/package-contents.ts';
import type { Context } from '../context.ts';

interface Placed {
  repository: string;
  path: string;
}

/** Whether anything that a watch looks at is narrowed by what is said of a file. */
const asksLabels = ({ resources }: { resources: readonly WatchResource[] }) =>
  resources.some(({ filters = [] }) => filters.some(({ type }) => type === 'mime-type' || type === 'property'));

/** What is said of files, where one of these watches asks for that; nothing is read otherwise. */
export async function readLabels(
  { peers }: Pick<Context, 'peers'>,
  watches: readonly { resources: readonly WatchResource[] }[],
  files: readonly Placed[],
): Promise<(file: Placed) => FileLabel | undefined> {
  if (!peers.contents || !watches.some(asksLabels)) return () => undefined;
  const found = new Map<string, ReadonlyMap<string, FileLabel>>();
  for (const [repository, those] of Map.groupBy(files, (file) => file.repository))
    found.set(repository, await peers.contents.labels(repository, [...new Set(those.map(({ path }) => path))]));
  return ({ repository, path }) => found.get(repository)?.get(path);
}
