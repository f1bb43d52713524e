import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { takeExpired } from './ignore-queries.ts';
import { toRule } from './ignore-rule.ts';
import { nameRule } from './name-rule.ts';
import { tellAskers } from './tell-askers.ts';

/** So many go in one transaction. */
const batch = 200;

/** Writes down in the audit log which rules the clock has ended, and tells those who asked for them: each once, however many do this beside each other. Answers how many. */
export async function auditExpired(context: Pick<Context, 'db' | 'platform' | 'peers'>): Promise<number> {
  const { db, platform } = context;
  return db.transaction().execute(async (tx) => {
    const rows = await takeExpired(tx, batch);
    for (const row of rows)
      await platform.identity.audit(
        { actor: 'system', address: '', action: 'ignore-rule.expired', subject: row.uuid, name: nameRule(row), before: toRule(row) },
        tx,
      );
    await tellAskers(context, tx, 'ended', rows);
    return rows.length;
  });
}

/** Looks every minute for rules that the clock has ended. What they hid counts again from their last second on, by itself. */
export function expiredRulesJob(context: Context): Job {
  return {
    name: 'audit-expired-rules',
    cron: '* * * * *',
    async run(_payload, signal) {
      while ((await auditExpired(context)) === batch) signal.throwIfAborted();
    },
  };
}
