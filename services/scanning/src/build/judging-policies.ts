import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { Context } from '../context.ts';
import type { TargetRow } from '../target/target.ts';
import { selectActiveWatches } from '../violation/evaluation-queries.ts';
import { reaches } from '../watch/reach.ts';
import { countDue } from './build-target-queries.ts';

/** About what policies judge some versions, and whether these wait to be judged: that no rule is broken says nothing where no policy looks. */
export async function findJudgingPolicies(
  { db, peers }: Pick<Context, 'db' | 'peers'>,
  targets: readonly TargetRow[],
): Promise<{ types: PolicyType[]; waiting: boolean }> {
  const ids = targets.map(({ id }) => id);
  const [watches, directory, due] = await Promise.all([selectActiveWatches(db), peers.repositories?.list() ?? [], countDue(db, ids)]);
  const repositories = new Map(directory.map((one) => [one.key, one]));
  const judging = watches.filter((watch) =>
    targets.some((target) => {
      const repository = repositories.get(target.repository);
      return repository !== undefined && reaches(watch, repository, target);
    }),
  );
  return { types: [...new Set(judging.flatMap(({ policies }) => policies.map(({ type }) => type)))], waiting: due > 0 };
}
