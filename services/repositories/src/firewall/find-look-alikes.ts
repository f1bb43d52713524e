import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { selectLocalNames } from './firewall-queries.ts';
import { looksLike, makePlain } from './look-alike.ts';
import type { Turn } from './turn.ts';

/** So many of our names are held beside others at once. */
const atOnce = 10_000;

/** Those of some names that look like one of ours, however many of these there are. Names that are far longer or shorter as people read them do not. */
export async function findLookAlikes(
  turn: Turn,
  { db }: Pick<Context, 'db'>,
  { format }: Pick<RemoteRepository, 'format'>,
  names: Iterable<string>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [length, those] of Map.groupBy(names, (name) => makePlain(name).length)) {
    for (let after = '', left = those; left.length > 0; ) {
      const ours = await selectLocalNames(db, format, length, { after, limit: atOnce });
      for (const one of ours) {
        if (turn.isOver()) await turn.pass();
        for (const name of left) if (looksLike(name, one)) found.add(name);
      }
      left = left.filter((name) => !found.has(name));
      after = ours.at(-1) ?? after;
      if (ours.length < atOnce) break;
    }
  }
  return found;
}
