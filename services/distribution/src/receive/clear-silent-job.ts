import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { deleteLocked } from '../release-bundle/release-bundle.ts';
import { lockSilent, selectSilent } from './expected-queries.ts';

/** Its files may be visible already, so that they stay much longer than files that nobody can see. */
export const silentDays = 30;

const system: Actor = { kind: 'user', name: 'system', administrator: true, groups: [], grants: [], realm: 'internal', via: 'none' };

async function clear(context: Context, id: number, before: Date): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await lockSilent(tx, id, before);
    if (row) await deleteLocked(context, tx, row, { actor: system, address: '' }, { status: 'In progress', lastCall: row.modified_at.toISOString() });
  });
}

/** Deletes received release bundles that have been in progress without any call for them, as their senders will not come back. */
export function clearSilentJob(context: Context): Job {
  const { db, log } = context;
  return {
    name: 'clear-silent-bundles',
    cron: '50 3 * * *',
    async run() {
      const before = new Date(Date.now() - silentDays * 24 * 3600_000);
      for (const { id, name, version } of await selectSilent(db, before))
        await clear(context, id, before).catch((error: unknown) =>
          log.warn({ err: error, name, version }, 'a release bundle in progress could not be cleared'),
        );
    },
  };
}
