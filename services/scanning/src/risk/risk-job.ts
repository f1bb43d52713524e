import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { evaluationInTurns } from '../evaluation-queue.ts';
import { type NamedPackage, riskJobName } from '../risk-queue.ts';
import { readSupportOf } from '../support/support.ts';
import { selectHasCycles } from '../support/support-queries.ts';
import { findRisk } from './risk.ts';
import { keepRisks, selectPackages, selectVersionsOf } from './risk-queries.ts';

const atOnce = 200;

interface Judged extends Record<string, unknown> {
  /** Only these; all of them without. */
  packages?: readonly NamedPackage[];
}

/** Says anew how risky it is to go on with the versions of some packages. */
async function judge(context: Context, packages: readonly NamedPackage[], signal: AbortSignal): Promise<number> {
  const { db, peers } = context;
  const risks = [];
  const isTold = await selectHasCycles(db);
  for (const { format, name } of packages) {
    signal.throwIfAborted();
    const versions = (await peers.contents?.versions(format, name)) ?? [];
    for (const target of await selectVersionsOf(db, format, name)) {
      const risk = findRisk(target, versions, isTold ? await readSupportOf(context, target.targets) : []);
      if (risk) risks.push({ component_id: target.component_id, level: risk.level, facts: { ...risk.facts, reasons: risk.reasons } });
    }
  }
  return risks.length === 0 ? 0 : (await keepRisks(db, risks)).length;
}

/** Says how risky it is to go on with what is stored here: of packages that got a new version, and of all each night, since versions grow old by themselves. */
export function riskJob(context: Context): Job<Judged> {
  const queueJudging = evaluationInTurns(context);
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
      if (changed > 0) await queueJudging();
    },
  };
}
