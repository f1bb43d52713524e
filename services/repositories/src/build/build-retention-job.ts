import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { type Deleter, deleteRuns } from './build.ts';
import { selectRuns } from './build-queries.ts';
import { buildRetentionJobName, runsBeyond } from './build-retention.ts';
import { type BuildPlace, type BuildRetentionRow, selectBuildRetention, selectBuildRetentions } from './build-retention-queries.ts';

const mostRuns = 100_000;

/** Who deletes runs when nobody asks for it: the administrator who set the rule let it. */
const administrator: Actor = {
  kind: 'user',
  name: 'retention:builds',
  administrator: true,
  groups: [],
  grants: [],
  realm: 'internal',
  via: 'none',
};
const keeper: Deleter = { actor: administrator, address: '' };

/** Deletes the runs of a build that its rule does not keep; answers how many. */
export async function applyBuildRetention(context: Context, place: BuildPlace, by: Deleter = keeper): Promise<number> {
  const rule = await selectBuildRetention(context.db, place);
  const repository = await context.directory.byId(place.repositoryId);
  return rule && repository ? apply(context, by, repository.key, rule) : 0;
}

/**
 * The newest is what was recorded last, whatever a document says of its start. What was promoted stays; and of the files go only those that the publisher
 * of the run has put there, so that publishing a document is no way of deleting somebody else's files.
 */
async function apply(context: Context, by: Deleter, repositoryKey: string, rule: BuildRetentionRow): Promise<number> {
  const runs = await selectRuns(context.db, by.actor, { name: rule.name, repositoryKey }, mostRuns);
  const lastFirst = runs.toSorted((a, b) => b.id - a.id);
  const beyond = runsBeyond(lastFirst, rule).filter(({ statuses }) => statuses.length === 0);
  await deleteRuns(context, by, beyond, { artifacts: rule.artifacts, ownOnly: true });
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
