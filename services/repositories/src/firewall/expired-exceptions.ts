import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { auditException } from './exception-changes.ts';
import { endExpired, hasExpired } from './exception-queries.ts';
import { changeFirewall } from './rule-changes.ts';
import { tellAskers } from './tell-exceptions.ts';

/** So many go in one transaction. */
const batch = 200;
const clock = { actor: { name: 'system' }, address: '' };

/** Ends exceptions whose time is over, in words too: each is audited and told to who asked for it once, however many do this beside each other. Answers how many. */
async function endAndAudit(context: Context): Promise<number> {
  return changeFirewall(context, 'firewall.exception', async (tx) => {
    const ids = await endExpired(tx, batch);
    const rows = [];
    for (const id of ids) rows.push(await auditException(context, tx, clock, 'firewall-exception.expired', id));
    await tellAskers(context, tx, 'ended', rows);
    return ids.length;
  });
}

/** Looks every minute. What an exception let in is refused from its last second on, by itself. */
export function expiredExceptionsJob(context: Context): Job {
  return {
    name: 'end-expired-exceptions',
    cron: '* * * * *',
    async run(_payload, signal) {
      while ((await hasExpired(context.db)) && (await endAndAudit(context)) === batch) signal.throwIfAborted();
    },
  };
}
