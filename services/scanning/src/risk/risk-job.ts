import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { dueRisksJobName, type NamedPackage, riskJobName } from '../risk-queue.ts';
import { readSupportOf } from '../support/support.ts';
import { selectHasCycles } from '../support/support-queries.ts';
import { findRisk } from './risk.ts';
import { deleteDue, keepRisks, selectDue, selectPackages, selectVersionsOf } from './risk-queries.ts';
import { orderVersions } from './version-order.ts';

const atOnce = 200;

/** Says anew how risky it is to go on with the versions of some packages; answers of how many components the level changed. */
async function judge(context: Context, packages: readonly NamedPackage[], signal: AbortSignal): Promise<number> {
  const { db, peers } = context;
  const risks = [];
  const isTold = await selectHasCycles(db);
  for (const { format, name } of packages) {
    signal.throwIfAborted();
    const order = orderVersions(format, (await peers.contents?.versions(format, name)) ?? []);
    for (const target of await selectVersionsOf(db, format, name)) {
      const risk = findRisk(target, order, isTold ? await readSupportOf(context, target.targets) : []);
      if (risk) risks.push({ component_id: target.component_id, level: risk.level, facts: { ...risk.facts, reasons: risk.reasons } });
    }
  }
  return risks.length === 0 ? 0 : (await keepRisks(db, risks)).length;
}

interface Judged extends Record<string, unknown> {
  /** Asked for by servers of earlier versions: only these. */
  packages?: readonly NamedPackage[];
}

/** Says how risky it is to go on with all that is stored here: each night, since versions grow old by themselves. */
export function riskJob(context: Context): Job<Judged> {
  return {
    name: riskJobName,
    cron: '10 3 * * *',
    async run({ packages: named }, signal) {
      let changed = named ? await judge(context, named, signal) : 0;
      for (let after = { format: '', name: '' }; named === undefined; ) {
        const packages = await selectPackages(context.db, after, atOnce);
        changed += await judge(context, packages, signal);
        const last = packages.at(-1);
        if (!last || packages.length < atOnce) break;
        after = last;
      }
      if (changed > 0) await queueEvaluation(context);
    },
  };
}

/** Says it of packages of which versions came. It comes round every minute, for what a process could not ask for any more. */
export function dueRisksJob(context: Context): Job {
  return {
    name: dueRisksJobName,
    cron: '* * * * *',
    async run(_payload, signal) {
      let changed = 0;
      for (;;) {
        const due = await selectDue(context.db, atOnce);
        if (due.length === 0) break;
        changed += await judge(context, due, signal);
        await deleteDue(context.db, due);
      }
      if (changed > 0) await queueEvaluation(context);
    },
  };
}
