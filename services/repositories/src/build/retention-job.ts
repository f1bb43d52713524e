import type { Actor } from '@packhouse/kernel/authorisation.ts';
import type { Job } from '@packhouse/kernel/jobs.ts';
import type { Context } from '../context.ts';
import { deleteRuns } from './build.ts';
import { selectRuns } from './build-queries.ts';
import { buildRetentionJobName, runsBeyond } from './retention.ts';
import { type BuildPlace, type BuildRetentionRow, selectBuildRetention, selectBuildRetentions } from './retention-queries.ts';

const mostRuns = 100_000;

/** Who deletes runs when nobody asks for it: the administrator who set the rule let it. */
const keeper: Actor = {
  kind: 'user',
  name: 'retention:builds',
  administrator: true,
  groups: [],
  grants: [],
  realm: 'internal',
  via: 'none',
};

/** Deletes the runs of a build that its rule does not keep; answers how many. */
export async function applyBuildRetention(context: Context, place: BuildPlace, actor: Actor = keeper): Promise<number> {
  const rule = await selectBuildRetention(context.db, place);
  const repository = await context.directory.byId(place.repositoryId);
  return rule && repository ? apply(context, actor, repository.key, rule) : 0;
}

async function apply(context: Context, actor: Actor, repositoryKey: string, rule: BuildRetentionRow): Promise<number> {
  const runs = await selectRuns(context.db, actor, { name: rule.name, repositoryKey }, mostRuns);
  const beyond = runsBeyond(runs, rule);
  await deleteRuns(context, actor, beyond, { artifacts: rule.artifacts });
  return beyond.length;
}

/** Applies the rule of one build after something was published, or all rules every night, since runs grow old by themselves. */
export function buildRetentionJob(context: Context): Job<{ repositoryId?: number; name?: string }> {
  return {
    name: buildRetentionJobName,
    cron: '5 2 * * *',
    async run({ repositoryId, name }, signal) {
      if (repositoryId !== undefined && name !== undefined) {
        await applyBuildRetention(context, { repositoryId, name });
        return;
      }
      for (const rule of await selectBuildRetentions(context.db)) {
        signal.throwIfAborted();
        await applyBuildRetention(context, { repositoryId: rule.repository_id, name: rule.name });
      }
    },
  };
}
