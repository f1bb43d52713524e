import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import { listWatched } from '../assembly/judged-repositories.ts';
import type { Context } from '../context.ts';
import type { IgnoreRuleRow } from '../ignore/ignore-queries.ts';
import { mayIgnoreAt } from '../ignore/ignore-rule.ts';
import { findPlace } from '../ignore/name-rule.ts';

export type Repositories = ReadonlyMap<string, DirectoryEntry>;

export const readRepositories = async ({ peers }: Pick<Context, 'peers'>): Promise<Repositories> =>
  new Map((await listWatched({ peers })).map((one) => [one.key, one]));

/** Whether somebody decides about what was asked for: whoever could ignore it at its place without asking. */
export function mayDecide(actor: Actor, repositories: Repositories, row: Pick<IgnoreRuleRow, 'filters'>): boolean {
  const { repository, path } = findPlace(row);
  return mayIgnoreAt(actor, repositories.get(repository), path);
}
