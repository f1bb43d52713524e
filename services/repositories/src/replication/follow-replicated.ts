import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Context } from '../context.ts';
import { queueReplication } from './queue-replication.ts';
import { selectFollowed } from './replication-queries.ts';

/** Milliseconds in which changes are gathered before they are sent. */
const gathering = 300;

/** Which replications follow the changes of which repository. */
async function readFollowed(context: Context): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await selectFollowed(context.db);
  return new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, found]) => [key, found.map(({ id }) => id)]));
}

/**
 * Wakes a replication soon after something changed in its repository. What changed is written down by the database itself: an event that is missed costs
 * nothing but the time until the next look.
 */
export function followReplicated(context: Context): (event: PlatformEvent) => void {
  let followed: Promise<ReadonlyMap<string, readonly number[]>> | undefined;
  const woken = new Set<string>();

  async function wake(key: string): Promise<void> {
    followed ??= readFollowed(context);
    for (const id of (await followed).get(key) ?? []) await queueReplication(context, id, { delay: gathering });
  }

  return ({ type, data: { repository } }) => {
    if (type === 'replication.changed' || type.startsWith('repository.')) followed = undefined;
    if (!/^(artifact|folder|package)\./.test(type) || typeof repository !== 'string' || woken.has(repository)) return;
    woken.add(repository);
    setTimeout(() => woken.delete(repository), gathering).unref();
    wake(repository).catch((err: unknown) => {
      followed = undefined;
      context.log.warn({ err }, 'a replication could not be woken');
    });
  };
}
