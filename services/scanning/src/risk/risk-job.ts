import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { findRisk } from './risk.ts';
import { keepRisks, selectPackages, selectVersionsOf } from './risk-queries.ts';

const atOnce = 200;

/** Says each night anew how risky it is to go on with what is stored here: versions grow old by themselves. */
export function riskJob(context: Context): Job {
  const { db, peers } = context;
  return {
    name: 'judge-operational-risk',
    cron: '10 3 * * *',
    async run(_payload, signal) {
      for (let after = { format: '', name: '' }; ; ) {
        signal.throwIfAborted();
        const packages = await selectPackages(db, after, atOnce);
        let changed = 0;
        for (const { format, name } of packages) {
          const versions = (await peers.contents?.versions(format, name)) ?? [];
          const risks = (await selectVersionsOf(db, format, name)).flatMap((target) => {
            const risk = findRisk(target, versions);
            return risk ? [{ component_id: target.component_id, level: risk.level, facts: { ...risk.facts, reasons: risk.reasons } }] : [];
          });
          changed += (await keepRisks(db, risks)).length;
        }
        if (changed > 0) await queueEvaluation(context);
        const last = packages.at(-1);
        if (!last || packages.length < atOnce) return;
        after = last;
      }
    },
  };
}
