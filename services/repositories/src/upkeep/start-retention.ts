import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { announced } from '../storage/announce.ts';
import { insertRun, type PolicyRow, type RunRow, selectPolicies, selectRun } from './policy-queries.ts';
import { retentionJobName } from './retention-job.ts';

/** Has a policy applied. */
export function startRetention(context: Context, policy: PolicyRow, { actor, address }: { actor: Actor; address: string }): Promise<RunRow> {
  const { platform } = context;
  return announced(context, 'retention.run', async (tx) => {
    const begun = await insertRun(tx, policy, actor.name);
    await platform.jobs.add(retentionJobName, { runId: begun.id }, { key: `${retentionJobName}:${begun.id}`, transaction: tx });
    await platform.identity.audit({ actor: actor.name, address, action: 'retention-policy.run', subject: policy.name, after: { run: begun.id } }, tx);
    return begun;
  });
}

/** The policy of this name. */
export async function findPolicyNamed({ db }: Pick<Context, 'db'>, name: string): Promise<PolicyRow | undefined> {
  return (await selectPolicies(db)).find((policy) => policy.name === name);
}

export const findRetentionRun = ({ db }: Pick<Context, 'db'>, id: number): Promise<RunRow | undefined> => selectRun(db, id);
