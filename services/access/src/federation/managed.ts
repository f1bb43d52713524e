import type { keepManagedEntries, listManagedEntries, ManagedEntry } from '@packhouse/contract/access/access-managed-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { needPeer } from '../trust/peer-view.ts';
import { inTurn } from './in-turn.ts';
import { selectManaged, takeMarks } from './managed-queries.ts';
import { lockState } from './register-queries.ts';

const writePlace = ({ madeHere, kind, name }: ManagedEntry) => `${madeHere ? 0 : 1} ${kind} ${name}`;

/** What a deployment manages here, by stars that take no names over: a page. */
export async function listManaged(
  context: Context,
  id: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<RouteReply<typeof listManagedEntries>> {
  await needPeer(context, id);
  const { rows, total } = await selectManaged(context.db, id, after, limit + 1);
  const items = rows.slice(0, limit);
  return { items, total, next: rows.length > limit ? writePlace(items.at(-1)!) : null };
}

/**
 * Takes entries as this deployment's own. Versions before took for copies what its source had in common with this deployment, though the star took no names over; nobody
 * can tell these from what really came from there but whoever made them. The source is refused them from then on, as all that is ours.
 */
export async function keepManaged(
  context: Context,
  id: string,
  entries: readonly Pick<ManagedEntry, 'kind' | 'name'>[],
  by: By,
): Promise<RouteReply<typeof keepManagedEntries>> {
  const { name: subject } = await needPeer(context, id);
  const kept = await inTurn(context, () =>
    inChange(context, by, async (transaction, record) => {
      await lockState(transaction);
      const taken = await takeMarks(transaction, id, entries);
      if (taken.length > 0) await record({ action: 'federation.kept', subject, after: { entries: taken.map(({ kind, name }) => `${kind} ${name}`) } });
      return taken.length;
    }),
  );
  return { kept };
}
