import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import { announced } from '../storage/announce.ts';
import { insertRun, type PolicyRow, type RunRow, selectPolicyNamed, selectRun, updateRun } from './policy-queries.ts';
import { retentionJobName } from './retention-job.ts';
import { mayKeep, requireKeeper } from './retention-keepers.ts';

/** Has a policy applied; or only has counted what would go. */
export function startRetention(
  context: Context,
  policy: PolicyRow,
  { actor, address, dryRun = false }: { actor: Actor; address: string; dryRun?: boolean },
): Promise<RunRow> {
  const { platform } = context;
  return announced(context, 'retention.run', async (tx) => {
    const begun = await insertRun(tx, policy, { requestedBy: actor.name, dryRun });
    await platform.jobs.add(retentionJobName, { runId: begun.id }, { key: `${retentionJobName}:${begun.id}`, transaction: tx });
    await platform.identity.audit(
      { actor: actor.name, address, action: 'retention-policy.run', subject: policy.name, after: { run: begun.id, ...(dryRun ? { dryRun } : {}) } },
      tx,
    );
    return begun;
  });
}

/**
 * Ends a run that has not ended by itself: it stops within the page that it takes away just now.
 * @throws AppError `forbidden` for those who keep no policy, `not_found`, and `conflict` when it is over
 */
export async function cancelRetention(context: Context, id: number, { actor, address }: { actor: Actor; address: string }): Promise<RunRow> {
  const { db, platform } = context;
  requireKeeper(actor);
  const run = await selectRun(db, id);
  if (!run || !mayKeep(actor, run.project_key)) throw new AppError(repositoryWords.no_retention_run);
  return announced(
    context,
    'retention.run',
    async (tx) => {
      const said = keepSaid(say(repositoryWords.retention_cancelled, { user: actor.name }));
      const ended = await updateRun(tx, id, { status: 'failed', finished_at: new Date(), ...said });
      if (!ended) throw new AppError(repositoryWords.run_is_over);
      await platform.identity.audit(
        { actor: actor.name, address, action: 'retention-policy.run-cancelled', subject: ended.policy_name, after: { run: id } },
        tx,
      );
      return ended;
    },
    String(id),
  );
}

/** The policy of this name. */
export const findPolicyNamed = ({ db }: Pick<Context, 'db'>, name: string): Promise<PolicyRow | undefined> => selectPolicyNamed(db, name);

export const findRetentionRun = ({ db }: Pick<Context, 'db'>, id: number): Promise<RunRow | undefined> => selectRun(db, id);
