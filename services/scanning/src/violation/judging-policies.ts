import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { Context } from '../context.ts';
import type { TargetRow } from '../target/target.ts';
import { readLabels } from '../watch/labels.ts';
import { reaches } from '../watch/reach.ts';
import { countDue } from './due-queries.ts';
import { type ActiveWatch, selectActiveWatches } from './evaluation-queries.ts';

/** Active watches that look at any of some versions. */
export async function findWatchesAt({ db, peers }: Pick<Context, 'db' | 'peers'>, targets: readonly TargetRow[]): Promise<ActiveWatch[]> {
  const [watches, directory] = await Promise.all([selectActiveWatches(db), peers.repositories?.list() ?? []]);
  const repositories = new Map(directory.map((one) => [one.key, one]));
  const labelOf = await readLabels({ peers }, watches, targets);
  return watches.filter((watch) =>
    targets.some((target) => {
      const repository = repositories.get(target.repository);
      return repository !== undefined && reaches(watch, repository, { ...target, label: labelOf(target) });
    }),
  );
}

/** About what policies judge some versions, and whether these wait to be judged: that no rule is broken says nothing where no policy looks. */
export async function findJudgingPolicies(
  context: Pick<Context, 'db' | 'peers'>,
  targets: readonly TargetRow[],
): Promise<{ types: PolicyType[]; waiting: boolean }> {
  const ids = targets.map(({ id }) => id);
  const [judging, due] = await Promise.all([findWatchesAt(context, targets), countDue(context.db, ids)]);
  return { types: [...new Set(judging.flatMap(({ policies }) => policies.map(({ type }) => type)))], waiting: due > 0 };
}
